import { searchable } from '../../domain/text.ts';

const MAX_WORDS = 10;

/** The parts of a text that a search must all find, in any order: its words, or the text as a whole when they are very many. */
export function searchedParts(search: string): readonly string[] {
  const text = searchable(search);
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.length > MAX_WORDS ? [text] : [...new Set(words)];
}

/** The pattern of `LIKE` that finds a text anywhere, whatever characters it has. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
