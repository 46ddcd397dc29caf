import { SaxesParser } from 'saxes';
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
const MAX_DEPTH = 32;
const MAX_DOCUMENT_TYPES = 2_000;
const MAX_IDENTIFIER = 500;

/** The document types that the participant receives; undefined if invalid or about another participant. */
export function parseDocumentTypes(xml: string, identifier: string): readonly DocumentType[] | undefined {
  try {
    return parseServiceGroup(xml, identifier);
  } catch {
    return undefined;
  }
}

class Unreadable extends Error {}

function parseServiceGroup(xml: string, identifier: string): readonly DocumentType[] {
  const parser = new SaxesParser({ xmlns: true });
  const types = new Map<string, DocumentType>();
  let depth = 0;
  let root = false;
  let named = '';
  let isNaming = false;
  parser.on('error', () => {
    throw new Unreadable();
  });
  // Entity definitions are not accepted, and nothing that the document refers to is fetched.
  parser.on('doctype', () => {
    throw new Unreadable();
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new Unreadable();
    if (depth === 1) root = local === 'ServiceGroup' && NAMESPACES.has(uri);
    isNaming = depth === 2 && local === 'ParticipantIdentifier';
    if (local !== 'ServiceMetadataReference' || !NAMESPACES.has(uri)) return;
    const type = parseDocumentType(attributes['href']?.value ?? '');
    if (type) types.set(`${type.scheme}::${type.id}`, type);
    if (types.size > MAX_DOCUMENT_TYPES) throw new Unreadable();
  });
  const onText = (text: string): void => {
    if (isNaming && named.length <= MAX_IDENTIFIER) named += text;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    depth -= 1;
    isNaming = false;
  });
  parser.write(xml).close();
  const isAsked = named.trim().toLowerCase().replace(`${SCHEME}::`, '') === identifier.toLowerCase();
  if (!root || !isAsked) throw new Unreadable();
  return [...types.values()];
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
