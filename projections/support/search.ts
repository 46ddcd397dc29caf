import { toSearchable } from '../../domain/text.ts';

const MAX_WORDS = 10;

/** Splits a search text into parts that must all match, in any order: its words, or the whole text if there are too many. */
export function splitSearchText(search: string): readonly string[] {
  const text = toSearchable(search);
  const all = text.split(/\s+/).filter((word) => word !== '');
  const words = all.length > 1 ? all.filter((word) => !MARKS.test(word)) : all;
  return words.length > MAX_WORDS ? [text] : [...new Set(words)];
}

/** The marks around a printed structured communication; a URL may turn `+` into a space. */
const MARKS = /^[+*]{3}$/;
const PRINTED_COMMUNICATION = /^[+*]{0,3}(\d{3})\/(\d{4})\/(\d{5})[+*]{0,3}$/;

/**
 * The `LIKE` pattern that finds a text anywhere, with special characters escaped. A structured communication as printed,
 * `+++000/0012/34526+++`, is found with and without its separators.
 */
export function toLikePattern(text: string): string {
  const printed = PRINTED_COMMUNICATION.exec(text);
  if (printed) return `%${printed.slice(1).join('%')}%`;
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
