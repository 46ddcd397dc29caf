/** A limit on everything that a document can be large in. */

/** Those with more are no invoices, and their like are made to keep readers busy. */
export const MAX_PAGES = 2_000;
/** Of a longer document the first and the last pages are read: the header is on the former, the totals are on the latter. */
export const FIRST_PAGES = 12;
export const LAST_PAGES = 3;
/** Recognising takes seconds a page. */
export const FIRST_RECOGNISED = 5;
export const LAST_RECOGNISED = 1;
export const MAX_WORDS_A_PAGE = 5_000;
export const MAX_WORD_LENGTH = 200;

/** Decoding takes memory for every pixel, however small the file. */
export const MAX_PIXELS = 60_000_000;
export const LONGEST_SIDE = 16_000;

/** So large is what is recognised. */
export const RENDERED_DPI = 200;
export const MAX_RENDERED_PIXELS = 8_000_000;

export const MAX_EMBEDDED_FILES = 5;
export const MAX_EMBEDDED_BYTES = 8 * 1024 * 1024;

export const PREVIEW_WIDTH = 800;
export const PREVIEW_HEIGHT = 1_200;

/** The pages that are read, by their numbers. */
export function pagesToRead(count: number, first: number, last: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return count <= first + last ? numbers : [...numbers.slice(0, first), ...numbers.slice(-last)];
}
