/**
 * XML as the formats of this field need it: elements with attributes, children and text. Formats name elements by their local
 * name, since prefixes are the sender's choice; the namespace is at hand where a format is recognised by it.
 */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  /** By local name. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children, trimmed. */
  readonly text: string;
}

/** Paths stand in the code, so that there are few of them and each is split once. */
const split = new Map<string, readonly string[]>();

function namesOf(path: string): readonly string[] {
  const known = split.get(path);
  if (known) return known;
  const names = path.split('/');
  // Whoever makes paths up at run time does not fill the memory.
  if (split.size < 2000) split.set(path, names);
  return names;
}

/** The first element at this path of local names, such as `Party/PartyName/Name`. */
export function elementAt(from: XmlElement | undefined, path: string): XmlElement | undefined {
  let found = from;
  for (const name of namesOf(path)) found = found?.children.find((child) => child.name === name);
  return found;
}

/** Every element at this path. */
export function elementsAt(from: XmlElement | undefined, path: string): readonly XmlElement[] {
  let found: readonly XmlElement[] = from ? [from] : [];
  for (const name of namesOf(path))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}

/** The text at this path; null when there is none. */
export function textAt(from: XmlElement | undefined, path: string): string | null {
  const text = elementAt(from, path)?.text;
  return text === undefined || text === '' ? null : text;
}

/** What is written: an element with its content, or nothing, so that optional parts are written in their place. */
export type XmlNode = { readonly open: string; readonly close: string; readonly content: XmlContent } | null;
export type XmlContent = string | readonly XmlNode[];
export type XmlAttributes = Readonly<Record<string, string | null | undefined>>;

/** Null when it has nothing to say: most formats forbid empty elements. */
export function element(name: string, content: XmlContent | null, attributes: XmlAttributes = {}): XmlNode {
  if (content === null || content.length === 0 || (typeof content !== 'string' && content.every((one) => one === null)))
    return null;
  return { ...tagsOf(name, attributes), content };
}

/** An element that its attributes alone speak for. */
export const emptyElement = (name: string, attributes: XmlAttributes): XmlNode => ({
  ...tagsOf(name, attributes),
  content: '',
});

function tagsOf(name: string, attributes: XmlAttributes): { readonly open: string; readonly close: string } {
  const said = Object.entries(attributes)
    .filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    .map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return { open: `<${name}${said.join('')}>`, close: `</${name}>` };
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The text of a document, an element a line, in UTF-8. */
export const writeXml = (root: XmlNode): string => XML_DECLARATION + writeElement(root);

/** An element inside a document that is written bit by bit. */
export function writeElement(element: XmlNode, indent = ''): string {
  if (element === null) return '';
  const { open, close, content } = element;
  if (typeof content === 'string') return `${indent}${open}${escaped(content)}${close}\n`;
  let text = `${indent}${open}\n`;
  for (const child of content) text += writeElement(child, `${indent}  `);
  return `${text}${indent}${close}\n`;
}

/** A document whose middle is too long to be held at once. */
export interface LongXml {
  readonly name: string;
  readonly attributes?: XmlAttributes;
  /** Each is made when it is written. */
  readonly children: Iterable<XmlNode | LongXml>;
}

/** The same text as `writeXml` gives, line by line. */
export function* xmlLines(root: LongXml): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield* linesOf(root, '');
}

function* linesOf(node: XmlNode | LongXml, indent: string): Generator<string> {
  if (node === null) return;
  if ('children' in node) {
    const { open, close } = tagsOf(node.name, node.attributes ?? {});
    yield `${indent}${open}\n`;
    for (const child of node.children) yield* linesOf(child, `${indent}  `);
    yield `${indent}${close}\n`;
  } else if (typeof node.content === 'string') yield `${indent}${node.open}${escaped(node.content)}${node.close}\n`;
  else {
    yield `${indent}${node.open}\n`;
    for (const child of node.content) yield* linesOf(child, `${indent}  `);
    yield `${indent}${node.close}\n`;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// Characters that XML 1.0 has no way to write.
const UNWRITABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Without the characters that no document can hold. */
export const writable = (text: string): string => text.replace(UNWRITABLE, '');

const escaped = (text: string): string => writable(text).replace(/[&<>"]/g, (one) => ESCAPES[one]!);
