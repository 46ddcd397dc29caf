/** Limits for every dimension of a document. */

/** Documents with more pages are not invoices, and may be meant to overload readers. */
export const MAX_PAGES = 2_000;
/** Only the first and last pages of a longer document are read: they contain the header and the totals. */
export const FIRST_PAGES = 12;
export const LAST_PAGES = 3;
/** Recognition takes seconds per page. */
export const FIRST_RECOGNISED = 5;
export const LAST_RECOGNISED = 1;
export const MAX_WORDS_A_PAGE = 5_000;
export const MAX_WORD_LENGTH = 200;

/** Decoding takes memory per pixel, however small the file. */
export const MAX_PIXELS = 60_000_000;
export const LONGEST_SIDE = 16_000;

/** Resolution for recognition. */
export const RENDERED_DPI = 200;
export const MAX_RENDERED_PIXELS = 8_000_000;

export const MAX_EMBEDDED_FILES = 5;
export const MAX_EMBEDDED_BYTES = 8 * 1024 * 1024;
/** Of metadata; real ones have a few thousand. */
export const MAX_METADATA_CHARACTERS = 64 * 1024;

export const PREVIEW_WIDTH = 800;
export const PREVIEW_HEIGHT = 1_200;

/** Numbers of the pages to read. */
export function listPagesToRead(count: number, first: number, last: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return count <= first + last ? numbers : [...numbers.slice(0, first), ...numbers.slice(-last)];
}
