/** Generator of XML that is meant to exhaust a parser. Each file has about the size that the caller wants. */

type Build = (bytes: number) => string | Buffer;

const repeatTo = (bytes: number, build: (index: number) => string): string => {
  const pieces: string[] = [];
  for (let [index, length] = [0, 0]; length < bytes; index += 1) {
    const piece = build(index);
    pieces.push(piece);
    length += piece.length;
  }
  return pieces.join('');
};

const KINDS: Readonly<Record<string, Build>> = {
  'attributes of one element': (bytes) => `<a ${repeatTo(bytes, (index) => `b${index}="" `)}/>`,
  'attributes of many elements': (bytes) =>
    `<a>${repeatTo(bytes, (index) => `<b ${repeatTo(900, (at) => `c${index}_${at}="1" `)}/>`)}</a>`,
  'namespaces of one element': (bytes) => `<a ${repeatTo(bytes, (index) => `xmlns:n${index}="urn:${index}" `)}/>`,
  'namespaces of nested elements': (bytes) =>
    `<a>${repeatTo(bytes, (index) => `<b xmlns="urn:${index}" xmlns:c="urn:c${index}">`)}`,
  'prefixed attributes': (bytes) =>
    `<a xmlns:x="urn:${'x'.repeat(60_000)}">${repeatTo(bytes, () => '<x:b x:c="1" x:d="2"/>')}</a>`,
  depth: (bytes) => '<a>'.repeat(bytes / 3),
  elements: (bytes) => `<a>${'<b/>'.repeat(bytes / 4)}</a>`,
  'different names': (bytes) => `<a>${repeatTo(bytes, (index) => `<n${index}/>`)}</a>`,
  'a long element name': (bytes) => `<${'n'.repeat(bytes)}/>`,
  'a long attribute name': (bytes) => `<a ${'n'.repeat(bytes)}="1"/>`,
  'a long attribute': (bytes) => `<a b="${'v'.repeat(bytes)}"/>`,
  'a long text': (bytes) => `<a>${'t'.repeat(bytes)}</a>`,
  comments: (bytes) => `<a>${'<!-- c -->'.repeat(bytes / 10)}</a>`,
  'one comment': (bytes) => `<a><!--${'c'.repeat(bytes)}--></a>`,
  'processing instructions': (bytes) => `<a>${'<?p q?>'.repeat(bytes / 7)}</a>`,
  'one processing instruction': (bytes) => `<a><?p ${'q'.repeat(bytes)}?></a>`,
  'character references': (bytes) => `<a>${'&#65;'.repeat(bytes / 5)}</a>`,
  'references in an attribute': (bytes) => `<a b="${'&amp;'.repeat(bytes / 5)}"/>`,
  'sections of plain text': (bytes) => `<a>${'<![CDATA[x]]>'.repeat(bytes / 13)}</a>`,
  'line ends': (bytes) => `<a>${'\r'.repeat(bytes)}</a>`,
  'UTF-16': (bytes) => Buffer.from(`\ufeff<a ${repeatTo(bytes / 2, (index) => `b${index}="" `)}/>`, 'utf16le'),
};

export const HOSTILE_KINDS: readonly string[] = Object.keys(KINDS);

export function buildHostileXml(kind: string, bytes: number): Buffer {
  const built = KINDS[kind]!(bytes);
  return typeof built === 'string' ? Buffer.from(built) : built;
}
