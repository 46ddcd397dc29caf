/** What we use of the font reader that pdfkit is built on; it ships no types. */
declare module 'fontkit' {
  export interface Glyph {
    readonly id: number;
    readonly advanceWidth: number;
    readonly bbox: { readonly maxY: number };
  }

  export interface Font {
    readonly unitsPerEm: number;
    readonly ascent: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
  }

  export function create(content: Uint8Array): Font;
}
