import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { INVISIBLE } from './ascii.ts';

/**
 * Fonts of printed documents: DejaVu Sans Condensed in two weights, with Latin, Greek, Cyrillic, Armenian and Georgian
 * letters, so that any European name is shown correctly. A document embeds only the glyphs it uses.
 */
export interface PdfFonts {
  readonly regular: PdfFont;
  readonly bold: PdfFont;
  /** Replaces characters that the fonts cannot show. */
  toPrintable(text: string): string;
}

/** A font that pdfkit can draw with. */
export interface PdfFont {
  /** Passed to pdfkit instead of the contents of a font file. */
  readonly source: PDFKit.Mixins.PDFFontSource;
  /** Distance from the top of the line to the top of a capital letter, at size 1. */
  readonly roomAboveCapitals: number;
}

const FILES = { regular: 'DejaVuSansCondensed.ttf', bold: 'DejaVuSansCondensed-Bold.ttf' } as const;

const CAPITAL_H = 0x48;

let loading: Promise<PdfFonts> | null = null;

/** Loaded with the first document, because most processes write none. */
export function getPdfFonts(): Promise<PdfFonts> {
  return (loading ??= loadFonts().catch((error: unknown) => {
    loading = null;
    throw error;
  }));
}

async function loadFonts(): Promise<PdfFonts> {
  const [regular, bold] = await Promise.all([readFont(FILES.regular), readFont(FILES.bold)]);
  const hasGlyph = (codePoint: number) =>
    regular.hasGlyphForCodePoint(codePoint) && bold.hasGlyphForCodePoint(codePoint);
  return {
    regular: toPdfFont(regular),
    bold: toPdfFont(bold),
    toPrintable: (text) => replaceUnprintable(text, hasGlyph),
  };
}

async function readFont(file: string): Promise<Font> {
  const { create } = await import('fontkit');
  // Resolved by package name: the location of this code depends on the build.
  return create(await readFile(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`)));
}

/** Latin letters and signs available in both fonts: most texts need no further check. */
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\u017f\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac]*$/;

/**
 * Removes invisible characters and line breaks. Characters missing in the fonts become a question mark, so that the
 * reader notices them.
 */
function replaceUnprintable(text: string, isShown: (codePoint: number) => boolean): string {
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
 * One glyph per character, side by side. Font tables are shared by all documents, but glyph code points are not: the
 * library remembers the first character a glyph was used for, so a document would depend on earlier ones.
 */
function toPdfFont(font: Font): PdfFont {
  const glyphs = new Map<number, DrawnGlyph>();

  function getGlyph(codePoint: number): DrawnGlyph {
    let known = glyphs.get(codePoint);
    if (known === undefined) {
      const { id, advanceWidth } = font.glyphForCodePoint(codePoint);
      glyphs.set(codePoint, (known = { id, advanceWidth, codePoints: [codePoint] }));
    }
    return known;
  }

  function layout(text: string) {
    const drawn = Array.from(text, (character) => getGlyph(character.codePointAt(0)!));
    const positions = drawn.map((glyph) => ({ xAdvance: glyph.advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }));
    return {
      glyphs: drawn,
      positions,
      // Read after pdfkit has converted the positions from font units to its own.
      get advanceWidth(): number {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  }

  return {
    // pdfkit accepts any object that can lay out text, but its types allow only files.
    source: Object.create(font, { layout: { value: layout } }) as PDFKit.Mixins.PDFFontSource,
    roomAboveCapitals: (font.ascent - font.glyphForCodePoint(CAPITAL_H).bbox.maxY) / font.unitsPerEm,
  };
}
