import { inflateSync } from 'node:zlib';

/** The lines of text that a PDF of ours draws, page by page: enough to see what is on the paper. */
export const readPdfPages = (file: Uint8Array): string[][] =>
  readPlacedTexts(file).map((texts) => texts.map(({ text }) => text));

export function readPlacedTexts(file: Uint8Array): PlacedText[][] {
  const objects = parseObjects(file);
  const fonts = readFonts(objects);
  return [...objects.values()]
    .map(readStream)
    .filter((content) => content.includes(' Tf'))
    .map((content) => readTexts(content, fonts));
}

export const readPdfText = (file: Uint8Array): string => readPdfPages(file).flat().join('\n');

/** The texts with their positions from the lower left corner of the page. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** The characters of the codes of a font. */
type Alphabet = ReadonlyMap<string, string>;

/** By number. */
function parseObjects(file: Uint8Array): Map<string, string> {
  const source = Buffer.from(file).toString('latin1');
  return new Map(
    [...source.matchAll(/(?:^|\n)(\d+) 0 obj\r?\n([\s\S]*?)\r?\nendobj/g)].map(([, id, body]) => [id!, body!]),
  );
}

function readStream(object: string): string {
  // By its length: its last byte may be one that ends a line.
  const length = Number(/\/Length (\d+)/.exec(object)?.[1]);
  const start = /stream\r?\n/.exec(object);
  if (!start || Number.isNaN(length)) return '';
  const stream = object.slice(start.index + start[0].length).slice(0, length);
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  } catch {
    return '';
  }
}

/** By the name under which pages use them. */
function readFonts(objects: ReadonlyMap<string, string>): Map<string, Alphabet> {
  const fonts = new Map<string, Alphabet>();
  for (const object of objects.values())
    for (const [, name, id] of object.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!) ?? '')?.[1];
      if (map === undefined) throw new Error(`The font ${name} does not tell what its codes stand for`);
      fonts.set(name!, parseAlphabet(readStream(objects.get(map)!)));
    }
  return fonts;
}

/** Parses a map of ranges, each with the characters of its codes in UTF-16. */
function parseAlphabet(map: string): Alphabet {
  const alphabet = new Map<string, string>();
  for (const [, start, , characters] of map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/g))
    [...characters!.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, units], index) => {
      const code = (parseInt(start!, 16) + index).toString(16).padStart(4, '0');
      const text = units!.split(' ').map((unit) => String.fromCharCode(parseInt(unit, 16)));
      alphabet.set(code, text.join(''));
    });
  return alphabet;
}

function readTexts(content: string, fonts: ReadonlyMap<string, Alphabet>): PlacedText[] {
  const texts: PlacedText[] = [];
  let alphabet: Alphabet = new Map();
  let place = { x: 0, y: 0 };
  const strokes = /\/(F\d+) [\d.]+ Tf|1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm|\[([^\]]*)\] TJ/g;
  for (const [, font, x, y, parts] of content.matchAll(strokes)) {
    if (font !== undefined) alphabet = fonts.get(font)!;
    else if (x !== undefined) place = { x: Number(x), y: Number(y) };
    else texts.push({ text: decodeText(parts!, alphabet), ...place });
  }
  return texts;
}

function decodeText(parts: string, alphabet: Alphabet): string {
  const codes = [...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => hex).join('');
  return (codes.match(/.{4}/g) ?? []).map((code) => alphabet.get(code) ?? '\ufffd').join('');
}
