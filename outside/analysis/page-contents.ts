/**
 * What a document shows: words and where they stand. Lengths are in points (1/72 inch) from the upper left corner of the page as
 * it is looked at; a picture that does not tell its resolution is taken to be as wide as A4.
 */
export interface WordOnPage {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** From 0 to 1; what a PDF says as text is certain. */
  readonly confidence: number;
}

export interface Page {
  /** From 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly source: 'text' | 'ocr';
  readonly words: readonly WordOnPage[];
}

/** A structured invoice inside a PDF. */
export interface EmbeddedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

export interface Preview {
  readonly mime: 'image/webp';
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface PageContents {
  /** Of the whole document; no more than some of them are read. */
  readonly pageCount: number;
  readonly pages: readonly Page[];
  /** XML files only, those first whose names are of structured invoices. */
  readonly embedded: readonly EmbeddedFile[];
  /** The first page; null where it cannot be drawn. */
  readonly preview: Preview | null;
}
