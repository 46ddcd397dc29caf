/**
 * Input of the extraction: words and their positions, in points (1/72 inch) from the upper left corner of a page,
 * regardless of how they were drawn or recognised.
 */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** From 0 to 1; 1 for text, less for OCR. */
  readonly confidence: number;
}

export interface PageOfWords {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly source: 'text' | 'ocr';
  readonly words: readonly Word[];
  /**
   * Affine map (a, b, c, d, e, f) from points to shares of the page as displayed; absent if the page was neither cut nor
   * turned before it was read.
   */
  readonly shown?: readonly [number, number, number, number, number, number];
}
