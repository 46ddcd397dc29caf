import { readXml, UnreadableXml, type ReadElement, type XmlLimits } from '../xml/read-xml.ts';
import { SCHEME } from './locator.ts';

/** Parses the answer of a publisher (SMP) about a participant: a `ServiceGroup` with a reference per document type. */

export interface DocumentType {
  /** `busdox-docid-qns`, `peppol-doctype-wildcard`. */
  readonly scheme: string;
  readonly id: string;
}

const NAMESPACES: ReadonlySet<string> = new Set([
  'http://busdox.org/serviceMetadata/publishing/1.0/',
  'http://docs.oasis-open.org/bdxr/ns/SMP/2016/05',
]);
const MAX_DOCUMENT_TYPES = 2_000;
/** A participant with hundreds of document types fits; the parser takes a few milliseconds. */
const LIMITS: XmlLimits = { maxBytes: 512 * 1024, maxDepth: 32, maxElements: 5_000, maxAttribute: 2_000 };
const MAX_IDENTIFIER = 500;

/** The document types that the participant receives; undefined if invalid or about another participant. */
export async function parseDocumentTypes(
  bytes: Uint8Array,
  identifier: string,
): Promise<readonly DocumentType[] | undefined> {
  try {
    return readServiceGroup(await readXml(bytes, LIMITS), identifier);
  } catch (error) {
    if (error instanceof UnreadableXml) return undefined;
    throw error;
  }
}

function readServiceGroup(root: ReadElement, identifier: string): readonly DocumentType[] | undefined {
  const named = root.children.find(({ name }) => name === 'ParticipantIdentifier')?.text ?? '';
  const isAsked = named.toLowerCase().replace(`${SCHEME}::`, '') === identifier.toLowerCase();
  if (root.name !== 'ServiceGroup' || !NAMESPACES.has(root.namespace) || !isAsked) return undefined;
  const types = new Map<string, DocumentType>();
  for (const { attributes } of findReferences(root)) {
    const type = parseDocumentType(attributes['href'] ?? '');
    if (type) types.set(`${type.scheme}::${type.id}`, type);
  }
  return types.size > MAX_DOCUMENT_TYPES ? undefined : [...types.values()];
}

function findReferences(element: ReadElement): readonly ReadElement[] {
  const isReference = element.name === 'ServiceMetadataReference' && NAMESPACES.has(element.namespace);
  return [...(isReference ? [element] : []), ...element.children.flatMap(findReferences)];
}

/** Parses the end of a reference: `…/services/busdox-docid-qns%3A%3Aurn%3A…`. */
function parseDocumentType(href: string): DocumentType | null {
  const [, encoded = ''] = /\/services\/([^/?#]+)$/.exec(href.trim()) ?? [];
  const [scheme = '', ...rest] = decodeSafely(encoded).split('::');
  const id = rest.join('::');
  const isSane =
    /^[a-z0-9-]{1,50}$/i.test(scheme) && id !== '' && id.length <= MAX_IDENTIFIER && /^[\x21-\x7e]+$/.test(id);
  return isSane ? { scheme, id } : null;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
