import { searchable } from '../../domain/text.ts';
import { compactNumber } from '../records/search-text.ts';

/** `ACH-2026-00012`: how an entry is called by its journal, its fiscal year and its number. */
export function referenceOf(journalCode: string, fiscalYearCode: string, number: number): string {
  return `${journalCode}-${fiscalYearCode}-${String(number).padStart(5, '0')}`;
}

/**
 * Text that a search looks through: label, reference and, on the last line, what the entry is called, all without accents
 * and case. The name of the third party is not in it: it may change, and is looked for where it stands.
 */
export function searchText(label: string | null, reference: string | null, called: string): string {
  const lines: string[] = [];
  if (typeof label === 'string') lines.push(searchable(label));
  if (typeof reference === 'string') {
    const text = searchable(reference);
    lines.push(text);
    const digits = digitsOf(text);
    if (digits !== null) lines.push(digits);
  }
  lines.push(searchable(called));
  return lines.join('\n');
}

/** What an entry is called, out of the text of its search. */
export const calledIn = (search: string): string => search.slice(search.lastIndexOf('\n') + 1);

/** A structured communication is also found without its separators: `+++090/9337/55493+++` → `090933755493`. */
export function digitsOf(text: string): string | null {
  const compact = compactNumber(text);
  return compact !== null && /^\d+$/.test(compact) ? compact : null;
}
