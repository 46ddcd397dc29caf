import { toSearchable } from '../../domain/text.ts';

const MAX_WORDS = 10;

/** Splits a search text into parts that must all match, in any order: its words, or the whole text if there are too many. */
export function splitSearchText(search: string): readonly string[] {
  const text = toSearchable(search);
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.length > MAX_WORDS ? [text] : [...new Set(words)];
}

/** The `LIKE` pattern that finds a text anywhere, with special characters escaped. */
export const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
