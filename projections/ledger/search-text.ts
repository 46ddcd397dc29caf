import { toSearchable } from '../../domain/text.ts';
import { compactNumber } from '../records/search-text.ts';

/** `ACH-2026-00012`: the reference of an entry, from its journal, fiscal year and number. */
export function formatEntryReference(journalCode: string, fiscalYearCode: string, number: number): string {
  return `${journalCode}-${fiscalYearCode}-${String(number).padStart(5, '0')}`;
}

/**
 * Search text: label, reference and, on the last line, the reference of the entry, all without accents and case. The name
 * of the third party is not included: it may change, and is searched in its own table.
 */
export function buildEntrySearchText(label: string | null, reference: string | null, called: string): string {
  const lines: string[] = [];
  if (typeof label === 'string') lines.push(toSearchable(label));
  if (typeof reference === 'string') {
    const text = toSearchable(reference);
    lines.push(text);
    const digits = extractDigits(text);
    if (digits !== null) lines.push(digits);
  }
  lines.push(toSearchable(called));
  return lines.join('\n');
}

/** Extracts the reference of the entry from its search text. */
export const extractEntryReference = (search: string): string => search.slice(search.lastIndexOf('\n') + 1);

/** A structured communication is also found without its separators: `+++090/9337/55493+++` → `090933755493`. */
export function extractDigits(text: string): string | null {
  const compact = compactNumber(text);
  return compact !== null && /^\d+$/.test(compact) ? compact : null;
}
