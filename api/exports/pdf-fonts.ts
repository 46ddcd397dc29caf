import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { INVISIBLE } from './ascii.ts';

/**
 * The fonts of our documents, DejaVu Sans Condensed in two weights: Latin, Greek, Cyrillic, Armenian and Georgian letters, so that
 * any European name is shown as its owner writes it. A document carries the letters that it uses and no others.
 */
export interface PdfFonts {
  readonly regular: PdfFont;
  readonly bold: PdfFont;
  /** The text with what both fonts can show. */
  printable(text: string): string;
}

/** A font that pdfkit can draw with. */
export interface PdfFont {
  /** Given to pdfkit in place of the content of a file. */
  readonly source: PDFKit.Mixins.PDFFontSource;
  /** How far below the top of its line a capital letter begins, for a size of 1. */
  readonly roomAboveCapitals: number;
}

const FILES = { regular: 'DejaVuSansCondensed.ttf', bold: 'DejaVuSansCondensed-Bold.ttf' } as const;

const CAPITAL_H = 0x48;

let loading: Promise<PdfFonts> | null = null;

/** Read with the first document: most processes write none. */
export function pdfFonts(): Promise<PdfFonts> {
  return (loading ??= loadFonts().catch((error: unknown) => {
    loading = null;
    throw error;
  }));
}

async function loadFonts(): Promise<PdfFonts> {
  const [regular, bold] = await Promise.all([readFont(FILES.regular), readFont(FILES.bold)]);
  const isShown = (codePoint: number) =>
    regular.hasGlyphForCodePoint(codePoint) && bold.hasGlyphForCodePoint(codePoint);
  return { regular: fontOf(regular), bold: fontOf(bold), printable: (text) => printable(text, isShown) };
}

async function readFont(file: string): Promise<Font> {
  const { create } = await import('fontkit');
  // By the name of its package: where the code itself lies depends on how it was built.
  return create(await readFile(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`)));
}

/** Latin letters and signs that both fonts have: most texts need no second look. */
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\u017f\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac]*$/;

/**
 * Without what is invisible or breaks lines. What the fonts do not have becomes a question mark, so that a reader sees that
 * something stood there.
 */
function printable(text: string, isShown: (codePoint: number) => boolean): string {
  if (PLAIN.test(text)) return text;
  let written = '';
  for (const character of text.normalize('NFC').replace(INVISIBLE, '')) {
    if (/[\t\n\v\f\r\u0085\u2028\u2029\p{Cc}]/u.test(character)) written += ' ';
    else written += isShown(character.codePointAt(0)!) ? character : '?';
  }
  return written;
}

interface DrawnGlyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}

/**
 * One glyph a character, side by side. The tables of a font are read once for all documents; what a glyph stands for is not:
 * the library remembers the first character that it was used for, and a document would depend on those before it.
 */
function fontOf(font: Font): PdfFont {
  const glyphs = new Map<number, DrawnGlyph>();

  function glyphOf(codePoint: number): DrawnGlyph {
    let known = glyphs.get(codePoint);
    if (known === undefined) {
      const { id, advanceWidth } = font.glyphForCodePoint(codePoint);
      glyphs.set(codePoint, (known = { id, advanceWidth, codePoints: [codePoint] }));
    }
    return known;
  }

  function layout(text: string) {
    const drawn = Array.from(text, (character) => glyphOf(character.codePointAt(0)!));
    const positions = drawn.map((glyph) => ({ xAdvance: glyph.advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }));
    return {
      glyphs: drawn,
      positions,
      // Asked for after pdfkit has turned the positions from units of the font into its own.
      get advanceWidth(): number {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  }

  return {
    // pdfkit takes any object that can lay out text; its types know of files alone.
    source: Object.create(font, { layout: { value: layout } }) as PDFKit.Mixins.PDFFontSource,
    roomAboveCapitals: (font.ascent - font.glyphForCodePoint(CAPITAL_H).bbox.maxY) / font.unitsPerEm,
  };
}
