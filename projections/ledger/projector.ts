import type { EntryEvent } from '../../domain/ledger/entry-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { balances, entries, entryLines, journalCounters, thirdPartyBalances } from './tables.ts';

export function projectEntry({ data: entry }: EntryEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = stored.metadata as {
    company_id: number;
    recorded_at: string;
    user_id?: number;
  };
  const seq = batch.change({
    companyId: company_id,
    resource: 'entries',
    id: entry.id,
    op: 'upsert',
    version: 1,
    before: null,
    after: null,
  });
  const { journal_id, fiscal_year_id, period_id, entry_date } = entry;
  batch.put(entries, {
    id: entry.id,
    company_id,
    journal_id,
    fiscal_year_id,
    period_id,
    number: entry.number,
    entry_date,
    due_date: entry.due_date,
    label: entry.label,
    reference: entry.reference,
    status: 'posted',
    origin: entry.origin,
    third_party_id: entry.third_party_id,
    total: entry.total,
    lines_count: entry.lines.length,
    version: 1,
    seq,
    created_at: recorded_at,
    updated_at: recorded_at,
    created_by: user_id ?? null,
  });
  batch.add(journalCounters, { company_id, journal_id, fiscal_year_id, last_number: entry.number, entries_count: 1 });
  for (const [index, line] of entry.lines.entries()) {
    const { id, account_id, third_party_id, debit, credit, label } = line;
    batch.put(entryLines, {
      entry_id: entry.id,
      line_number: index + 1,
      id,
      company_id,
      account_id,
      third_party_id,
      entry_date,
      debit,
      credit,
      label,
    });
    batch.add(balances, { company_id, account_id, period_id, fiscal_year_id, debit, credit });
    if (third_party_id !== null) {
      batch.add(thirdPartyBalances, {
        company_id,
        third_party_id,
        account_id,
        period_id,
        fiscal_year_id,
        debit,
        credit,
      });
    }
  }
  batch.announce(stored, () => ({ event: 'entry.posted', data: announcedEntry(entry) }));
}

/** What webhook endpoints hear of an entry: the facts of its head, not the lines. */
function announcedEntry(entry: EntryEvent['data']) {
  return {
    id: entry.id,
    reference: `${entry.journal_code}-${entry.fiscal_year_code}-${String(entry.number).padStart(5, '0')}`,
    journal_code: entry.journal_code,
    fiscal_year_code: entry.fiscal_year_code,
    number: entry.number,
    entry_date: entry.entry_date,
    due_date: entry.due_date,
    label: entry.label,
    document_reference: entry.reference,
    status: 'posted',
    origin: entry.origin,
    third_party_id: entry.third_party_id,
    total_debit: entry.total,
    total_credit: entry.total,
    lines_count: entry.lines.length,
    reversed_entry_id: null,
    reversed_by_entry_id: null,
  };
}
