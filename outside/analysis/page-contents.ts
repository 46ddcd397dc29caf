/**
 * Content of a document: words and their positions. Lengths are in points (1/72 inch) from the upper left corner of the
 * page as displayed; an image without a resolution is assumed to be as wide as A4.
 */
export interface WordOnPage {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** From 0 to 1; text of a PDF is certain. */
  readonly confidence: number;
}

export interface Page {
  /** From 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly source: 'text' | 'ocr';
  readonly words: readonly WordOnPage[];
  /**
   * Affine map (a, b, c, d, e, f) from points to shares of the page as displayed; absent if the page was neither cut nor
   * turned before it was read.
   */
  readonly shown?: readonly [number, number, number, number, number, number];
  /** Nothing is drawn on it. */
  readonly isBlank?: boolean;
}

/** A structured invoice inside a PDF. */
export interface EmbeddedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Structured invoices in a PDF, and what the PDF says about them. */
export interface PdfArchive {
  /** Metadata (XMP) as text; null if there is none. */
  readonly metadata: string | null;
  /** `relationship`: what a file is to the PDF; null if it is not stated, `unknown` if it cannot be read. */
  readonly files: readonly (EmbeddedFile & { readonly relationship: string | null })[];
}

export interface Preview {
  readonly mime: 'image/webp';
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A PDF made of several files. */
export interface JoinedFile {
  readonly content: Uint8Array;
  /** Number of pages of each file. */
  readonly pageCounts: readonly number[];
}

export interface PageContents {
  /** Of the whole document; only some of the pages are read. */
  readonly pageCount: number;
  readonly pages: readonly Page[];
  /** All pages, the others with some of their words, if this was requested and there are not too many. */
  readonly outline?: readonly Page[];
  /** XML files only, with names of structured invoices first. */
  readonly embedded: readonly EmbeddedFile[];
  /** The first page; null if it cannot be rendered. */
  readonly preview: Preview | null;
}
