/**
 * What is read off is words and where they stand: in points (1/72 inch) from the upper left corner of a page, whatever drew or
 * recognised them.
 */
export interface Word {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** From 0 to 1; 1 for what is text and not recognised in a picture. */
  readonly confidence: number;
}

export interface PageOfWords {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly source: 'text' | 'ocr';
  readonly words: readonly Word[];
}
