import type { Json } from '../json.ts';

interface Numbers {
  readonly is_natural_person?: boolean | null | undefined;
  readonly vat_number?: string | null | undefined;
  readonly enterprise_number?: string | null | undefined;
}

/** What the user says, else whether it has none of the numbers of an enterprise. */
export const isNaturalPerson = ({ is_natural_person, vat_number, enterprise_number }: Numbers): boolean =>
  is_natural_person ?? ((vat_number ?? null) === null && (enterprise_number ?? null) === null);

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
