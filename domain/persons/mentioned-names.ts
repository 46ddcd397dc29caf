import type { Json } from '../json.ts';

/** Shorter words occur in too many texts. */
const SHORTEST_WORD = 3;

/** Whether a text contains a word of one of the names, whatever its case and accents. */
export function mentionsName(value: Json, names: readonly string[]): boolean {
  if (names.length === 0 || value === null) return false;
  const text = fold(typeof value === 'string' ? value : JSON.stringify(value));
  const words = new Set(splitIntoWords(text));
  return names.some((name) => {
    const folded = fold(name);
    const long = splitIntoWords(folded).filter(({ length }) => length >= SHORTEST_WORD);
    return long.length === 0 ? folded !== '' && text.includes(folded) : long.some((word) => words.has(word));
  });
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();

const splitIntoWords = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
