import { SaxesParser, type SaxesTagNS } from 'saxes';
import { yieldToOthers } from '../../support/yielding.ts';

/**
 * Parser for untrusted XML. Document types are refused, so that no entity is ever defined or fetched. Size, depth, number
 * of elements and length of attributes are limited; long documents are parsed in steps.
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
  let elements = 0;
  const failWith = (problem: XmlProblem): never => {
    throw new UnreadableXml(problem, parser.line);
  };
  parser.on('error', () => failWith('malformed'));
  parser.on('doctype', () => failWith('document_type'));
  parser.on('opentag', (tag: SaxesTagNS) => {
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
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableXml('encoding');
  }
}
