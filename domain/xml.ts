/**
 * Minimal XML model for the supported formats: elements with attributes, children and text. Elements are found by local
 * name, because senders choose the prefixes; the namespace is available for format detection.
 */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  /** By local name. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text without that of its children, trimmed. */
  readonly text: string;
}

/** Cache of split paths. Paths are constants in the code, so there are few of them. */
const split = new Map<string, readonly string[]>();

function splitPath(path: string): readonly string[] {
  const known = split.get(path);
  if (known) return known;
  const names = path.split('/');
  // Limits the cache if a caller builds paths at run time.
  if (split.size < 2000) split.set(path, names);
  return names;
}

/** Finds the first element at a path of local names, such as `Party/PartyName/Name`. */
export function findElement(from: XmlElement | undefined, path: string): XmlElement | undefined {
  let found = from;
  for (const name of splitPath(path)) found = found?.children.find((child) => child.name === name);
  return found;
}

/** Lists all elements at a path. */
export function listElements(from: XmlElement | undefined, path: string): readonly XmlElement[] {
  let found: readonly XmlElement[] = from ? [from] : [];
  for (const name of splitPath(path))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}

/** The text at a path; null if there is none. */
export function findText(from: XmlElement | undefined, path: string): string | null {
  const text = findElement(from, path)?.text;
  return text === undefined || text === '' ? null : text;
}

/** An element to write, or null, so that optional parts can be declared in place. */
export type XmlNode = { readonly open: string; readonly close: string; readonly content: XmlContent } | null;
export type XmlContent = string | readonly XmlNode[];
export type XmlAttributes = Readonly<Record<string, string | null | undefined>>;

/** Null if it has no content: most formats forbid empty elements. */
export function element(name: string, content: XmlContent | null, attributes: XmlAttributes = {}): XmlNode {
  if (content === null || content.length === 0 || (typeof content !== 'string' && content.every((one) => one === null)))
    return null;
  return { ...buildTags(name, attributes), content };
}

/** An element that has attributes only. */
export const emptyElement = (name: string, attributes: XmlAttributes): XmlNode => ({
  ...buildTags(name, attributes),
  content: '',
});

function buildTags(name: string, attributes: XmlAttributes): { readonly open: string; readonly close: string } {
  const said = Object.entries(attributes)
    .filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    .map(([key, value]) => ` ${key}="${escapeText(value)}"`);
  return { open: `<${name}${said.join('')}>`, close: `</${name}>` };
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Writes a document in UTF-8, one element per line. */
export const writeXml = (root: XmlNode): string => XML_DECLARATION + writeElement(root);

/** Writes an element of a document that is produced in parts. */
export function writeElement(element: XmlNode, indent = ''): string {
  if (element === null) return '';
  const { open, close, content } = element;
  if (typeof content === 'string') return `${indent}${open}${escapeText(content)}${close}\n`;
  let text = `${indent}${open}\n`;
  for (const child of content) text += writeElement(child, `${indent}  `);
  return `${text}${indent}${close}\n`;
}

/** A document that is too long to hold in memory. */
export interface LongXml {
  readonly name: string;
  readonly attributes?: XmlAttributes;
  /** Each child is created when it is written. */
  readonly children: Iterable<XmlNode | LongXml>;
}

/** Yields the same text as `writeXml`, line by line. */
export function* writeXmlLines(root: LongXml): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield* writeLines(root, '');
}

function* writeLines(node: XmlNode | LongXml, indent: string): Generator<string> {
  if (node === null) return;
  if ('children' in node) {
    const { open, close } = buildTags(node.name, node.attributes ?? {});
    yield `${indent}${open}\n`;
    for (const child of node.children) yield* writeLines(child, `${indent}  `);
    yield `${indent}${close}\n`;
  } else if (typeof node.content === 'string') yield `${indent}${node.open}${escapeText(node.content)}${node.close}\n`;
  else {
    yield `${indent}${node.open}\n`;
    for (const child of node.content) yield* writeLines(child, `${indent}  `);
    yield `${indent}${node.close}\n`;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// Characters that are not allowed in XML 1.0.
const UNWRITABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Removes characters that are not allowed in XML. */
export const removeUnwritable = (text: string): string => text.replace(UNWRITABLE, '');

const escapeText = (text: string): string => removeUnwritable(text).replace(/[&<>"]/g, (one) => ESCAPES[one]!);
