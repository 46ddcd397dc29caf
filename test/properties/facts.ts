import type { EntryFacts } from '../../domain/ledger/entry-facts.ts';
import { asAmount } from './books.ts';
import type { Company } from './company.ts';

/** What commands gather from the read tables, put together from the books instead. */

export function factsOf({ books, file }: Company, entryId: number): EntryFacts {
  const { posted, details, version, reversedBy, layer, lines } = books.entries.get(entryId)!;
  const { id, journal_id, fiscal_year_id, number, entry_date, third_party_id, origin, vat } = posted;
  return {
    id,
    journal_id,
    fiscal_year_id,
    number,
    entry_date,
    third_party_id,
    origin,
    ...(vat && { vat }),
    ...details,
    version,
    status: reversedBy === null ? 'posted' : 'reversed',
    layer,
    reversed_entry_id: posted.reversed_entry_id ?? null,
    reversed_by_entry_id: reversedBy,
    lines: posted.lines.map((line, index) => ({
      ...line,
      line_number: index + 1,
      settled: asAmount(lines[index]!.settled),
      is_letterable: file.records['accounts']!.byId.get(line.account_id)!.data['is_letterable'] as boolean,
    })),
    letterings: [...books.letterings.values()]
      .filter(({ isUndone, lines: lettered }) => !isUndone && lettered.some(({ entry_id }) => entry_id === id))
      .map((lettering) => ({ id: lettering.id, version: lettering.version, lines: lettering.lines })),
  };
}
