import { SaxesParser, type SaxesTagNS } from 'saxes';
import { letOthersWork } from '../../support/yielding.ts';

/**
 * XML of strangers. No document type is taken, so that no entity is ever defined or fetched; size, depth, number of elements
 * and length of attributes are bounded; a long document is read in turns.
 */
export interface XmlLimits {
  readonly maxBytes: number;
  readonly maxDepth: number;
  readonly maxElements: number;
  /** Of one attribute, in characters. */
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
  /** Of the first mistake; null when there is none to point at. */
  readonly line: number | null;

  constructor(problem: XmlProblem, line: number | null = null) {
    super(`XML that cannot be read: ${problem}${line === null ? '' : `, line ${line}`}`);
    this.problem = problem;
    this.line = line;
  }
}

/** Elements by their local names; `XmlElement` of the domain. */
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
  const text = decoded(bytes);
  const { parser, root } = treeBuilder(limits);
  let endsAt = performance.now() + TURN_MS;
  for (let at = 0; at < text.length; at += PIECE) {
    parser.write(text.slice(at, at + PIECE));
    if (performance.now() < endsAt) continue;
    await letOthersWork();
    endsAt = performance.now() + TURN_MS;
  }
  parser.close();
  return root();
}

function treeBuilder(limits: XmlLimits): { parser: SaxesParser<{ xmlns: true }>; root: () => ReadElement } {
  const parser = new SaxesParser({ xmlns: true });
  const open: Growing[] = [];
  let root: Growing | null = null;
  let elements = 0;
  const fail = (problem: XmlProblem): never => {
    throw new UnreadableXml(problem, parser.line);
  };
  parser.on('error', () => fail('malformed'));
  parser.on('doctype', () => fail('document_type'));
  parser.on('opentag', (tag: SaxesTagNS) => {
    elements += 1;
    if (elements > limits.maxElements || open.length >= limits.maxDepth) fail('too_large');
    const attributes: Record<string, string> = {};
    for (const { local, prefix, value } of Object.values(tag.attributes)) {
      if (value.length > limits.maxAttribute) fail('too_large');
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
  return { parser, root: () => root ?? fail('malformed') };
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

/** By its mark, else by what it says of itself, else UTF-8. */
function decoded(bytes: Uint8Array): string {
  const mark =
    (bytes[0] === 0xff && bytes[1] === 0xfe && 'utf-16le') || (bytes[0] === 0xfe && bytes[1] === 0xff && 'utf-16be');
  const declared = DECLARED.exec(
    Buffer.from(bytes.subarray(0, 300))
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, ''),
  )?.[1];
  const encoding = mark || (declared === undefined ? 'utf-8' : ENCODINGS[declared.toLowerCase()]);
  // Text in two bytes a character that is declared in one byte a character was never that.
  if (encoding === undefined || (!mark && encoding.startsWith('utf-16'))) throw new UnreadableXml('encoding');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableXml('encoding');
  }
}
