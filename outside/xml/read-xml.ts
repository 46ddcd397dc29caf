import { SaxesParser, type SaxesTagNS } from 'saxes';
import { yieldToOthers } from '../../support/yielding.ts';

/**
 * Parser for untrusted XML. Document types are refused, so that no entity is ever defined or fetched. Everything that
 * can grow is limited while it is read; long documents are parsed in steps.
 */
export interface XmlLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxElements: number;
  /** Maximum length of an attribute, in characters. */
  readonly maxAttribute: number;
}

export const XML_LIMITS: XmlLimits = {
  maxBytes: 25 * 1024 * 1024,
  maxDepth: 64,
  maxElements: 1_000_000,
  maxAttribute: 64 * 1024,
};

/** Attributes of one element, namespace declarations included: the parser handles them all in one step. */
const MAX_ATTRIBUTES = 1_000;
/** Attributes of a document per permitted element; real formats have fewer than two. */
const ATTRIBUTES_PER_ELEMENT = 4;
/** Different names of elements and attributes. The largest supported format has about 1,000. */
const MAX_NAMES = 10_000;
const MAX_NAME_LENGTH = 1_000;
/** The parser repeats the namespace for each prefixed attribute. */
const MAX_NAMESPACE_LENGTH = 500;

export type XmlProblem = 'malformed' | 'document_type' | 'too_large' | 'encoding';

export class UnreadableXml extends Error {
  readonly problem: XmlProblem;
  /** Line of the first error; null if not applicable. */
  readonly line: number | null;

  constructor(problem: XmlProblem, line: number | null = null) {
    super(`XML that cannot be read: ${problem}${line === null ? '' : `, line ${line}`}`);
    this.problem = problem;
    this.line = line;
  }
}

/** Elements by local name; matches `XmlElement` of the domain. */
export interface ReadElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly ReadElement[];
  readonly text: string;
}

interface Growing {
  name: string;
  namespace: string;
  attributes: Record<string, string>;
  children: Growing[];
  text: string;
}

const PIECE = 64 * 1024;
const TURN_MS = 10;

/** @throws UnreadableXml */
export async function readXml(bytes: Uint8Array, limits: XmlLimits = XML_LIMITS): Promise<ReadElement> {
  if (bytes.length > limits.maxBytes) throw new UnreadableXml('too_large');
  const text = decodeBytes(bytes);
  const { parser, getRoot } = createTreeBuilder(limits);
  let endsAt = performance.now() + TURN_MS;
  for (let at = 0; at < text.length; at += PIECE) {
    parser.write(text.slice(at, at + PIECE));
    if (performance.now() < endsAt) continue;
    await yieldToOthers();
    endsAt = performance.now() + TURN_MS;
  }
  parser.close();
  return getRoot();
}

function createTreeBuilder(limits: XmlLimits): { parser: SaxesParser<{ xmlns: true }>; getRoot: () => ReadElement } {
  const parser = new SaxesParser({ xmlns: true });
  const open: Growing[] = [];
  let root: Growing | null = null;
  const names = new Set<string>();
  let elements = 0;
  let attributesOfElement = 0;
  let allAttributes = 0;
  const failWith = (problem: XmlProblem): never => {
    throw new UnreadableXml(problem, parser.line);
  };
  parser.on('error', () => failWith('malformed'));
  parser.on('doctype', () => failWith('document_type'));
  const countName = (name: string): void => {
    if (name.length > MAX_NAME_LENGTH) failWith('too_large');
    names.add(name);
    if (names.size > MAX_NAMES) failWith('too_large');
  };
  // Called for each attribute as soon as it is read, before the element is complete.
  parser.on('attribute', ({ name, prefix, value }) => {
    attributesOfElement += 1;
    allAttributes += 1;
    if (attributesOfElement > MAX_ATTRIBUTES || allAttributes > limits.maxElements * ATTRIBUTES_PER_ELEMENT)
      failWith('too_large');
    if ((prefix === 'xmlns' || name === 'xmlns') && value.length > MAX_NAMESPACE_LENGTH) failWith('too_large');
    countName(name);
  });
  parser.on('opentag', (tag: SaxesTagNS) => {
    attributesOfElement = 0;
    countName(tag.name);
    elements += 1;
    if (elements > limits.maxElements || open.length >= limits.maxDepth) failWith('too_large');
    const attributes: Record<string, string> = {};
    for (const { local, prefix, value } of Object.values(tag.attributes)) {
      if (value.length > limits.maxAttribute) failWith('too_large');
      if (prefix !== 'xmlns' && local !== 'xmlns') attributes[local] = value;
    }
    const element: Growing = { name: tag.local, namespace: tag.uri, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const onText = (text: string): void => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element) element.text = element.text.trim();
  });
  return { parser, getRoot: () => root ?? failWith('malformed') };
}

const DECLARED = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]{0,40})["']/;
const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'iso-8859-1': 'latin1',
  latin1: 'latin1',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
  'utf-16': 'utf-16le',
};

/** Encoding from the byte order mark, else from the declaration, else UTF-8. */
function decodeBytes(bytes: Uint8Array): string {
  const mark =
    (bytes[0] === 0xff && bytes[1] === 0xfe && 'utf-16le') || (bytes[0] === 0xfe && bytes[1] === 0xff && 'utf-16be');
  const declared = DECLARED.exec(
    Buffer.from(bytes.subarray(0, 300))
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, ''),
  )?.[1];
  const encoding = mark || (declared === undefined ? 'utf-8' : ENCODINGS[declared.toLowerCase()]);
  // A document that declares UTF-16 without a byte order mark cannot really be UTF-16, since its declaration was
  // readable.
  if (encoding === undefined || (!mark && encoding.startsWith('utf-16'))) throw new UnreadableXml('encoding');
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    // Without `stream`, Node 20 reads windows-1252 as ISO 8859-1. The second call checks that the last character is whole.
    return decoder.decode(bytes, { stream: true }) + decoder.decode();
  } catch {
    throw new UnreadableXml('encoding');
  }
}
