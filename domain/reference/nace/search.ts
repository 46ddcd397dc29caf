import type { Language } from '../../language.ts';
import type { NaceCode } from './nace.ts';

/** Codes with their names as they are compared: without accents, capitals and typographic signs. */
export interface NaceIndex {
  readonly entries: readonly NaceIndexEntry[];
}

interface NaceIndexEntry {
  readonly code: NaceCode;
  readonly digits: string;
  readonly name: string;
}

export function buildNaceIndex(codes: readonly NaceCode[], language: Language): NaceIndex {
  return {
    entries: codes.map((code) => ({
      code,
      digits: code.code.replace('.', '').toLowerCase(),
      name: foldText(code.labels[language]),
    })),
  };
}

/** How well an entry matches, the best first. */
const EXACT_CODE = 0;
const CODE_BEGINS = 1;
const NAME_IS = 2;
const NAME_BEGINS = 3;
const WORDS_BEGIN = 4;
const WORDS_INSIDE = 5;

/**
 * The codes that match best, then in the order of the classification. A query is the beginning of a code, with or
 * without its dot, or words of the name in any order.
 */
export function searchNace({ entries }: NaceIndex, query: string, most: number): NaceCode[] {
  const text = foldText(query);
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const digits = /^(?:[a-v]|\d{1,2}(?:[.]?\d{0,3}))$/.test(text) ? text.replace('.', '') : null;
  const found: { rank: number; code: NaceCode }[] = [];
  for (const entry of entries) {
    const rank = rankMatch(entry, text, words, digits);
    if (rank !== null) found.push({ rank, code: entry.code });
  }
  // Sorting is stable: equals stay in the order of the classification.
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ code }) => code);
}

function rankMatch(
  entry: NaceIndexEntry,
  text: string,
  words: readonly string[],
  digits: string | null,
): number | null {
  if (digits !== null) {
    if (entry.digits === digits) return EXACT_CODE;
    return entry.digits.startsWith(digits) ? CODE_BEGINS : null;
  }
  if (words.length === 0) return null;
  if (entry.name === text) return NAME_IS;
  if (entry.name.startsWith(text)) return NAME_BEGINS;
  if (words.every((word) => startsWord(entry.name, word))) return WORDS_BEGIN;
  return words.every((word) => entry.name.includes(word)) ? WORDS_INSIDE : null;
}

function startsWord(name: string, word: string): boolean {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(name[at - 1]!)) return true;
  }
  return false;
}

/** `Élevage d’œufs` → `elevage d'oeufs` */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
    .trim();
}
