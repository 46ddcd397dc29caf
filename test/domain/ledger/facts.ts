import type { CompanyFile } from '../../../domain/company-file.ts';
import type { PostedEntry } from '../../../domain/ledger/entry-events.ts';
import type { EntryFacts } from '../../../domain/ledger/entry-facts.ts';
import { ZERO } from '../../../domain/money.ts';

/** What is to be known of an entry that nothing has happened to since, unless the changes say so. */
export function factsOf(entry: PostedEntry, file: CompanyFile, changes: Partial<EntryFacts> = {}): EntryFacts {
  const { id, journal_id, fiscal_year_id, number, entry_date, due_date, label, reference, third_party_id } = entry;
  return {
    id,
    journal_id,
    fiscal_year_id,
    number,
    entry_date,
    due_date,
    label,
    reference,
    third_party_id,
    origin: entry.origin,
    ...(entry.vat && { vat: entry.vat }),
    version: 1,
    status: 'posted',
    layer: entry.layer ?? 'movement',
    reversed_entry_id: entry.reversed_entry_id ?? null,
    reversed_by_entry_id: null,
    lines: entry.lines.map((line, index) => ({
      ...line,
      line_number: index + 1,
      settled: ZERO,
      is_letterable: file.records['accounts']!.byId.get(line.account_id)!.data['is_letterable'] === true,
    })),
    letterings: [],
    ...changes,
  };
}
