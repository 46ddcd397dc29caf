import type { BankEvent } from '../../domain/bank/bank-events.ts';
import { add, subtract } from '../../domain/money.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import type { RowOf } from '../support/table.ts';
import { bankMatches, bankTransactions } from './tables.ts';

type Of<Type extends BankEvent['type']> = Extract<BankEvent, { readonly type: Type }>;
type Row = RowOf<typeof bankTransactions>;
type Booked = Pick<Row, 'status' | 'matched_amount' | 'journal_entry_id' | 'third_party_id'>;

export function projectMatches(event: Of<'BankTransactionsMatched'>, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at, user_id } = getFileProvenance(stored);
  for (const { id, version, amount, is_whole, entry_id, origin, third_party_id, items, lines, ...rest } of event.data
    .matches) {
    const row = batch.get(bankTransactions, id)!;
    updateBooking(row, version, recorded_at, batch, {
      status: is_whole ? 'matched' : 'pending',
      matched_amount: add(row.matched_amount, amount),
      journal_entry_id: entry_id,
      third_party_id,
    });
    batch.put(bankMatches, {
      transaction_id: id,
      entry_id,
      company_id,
      amount,
      origin,
      reason: rest.reason ?? null,
      rule_id: rest.rule_id ?? null,
      third_party_id,
      items_count: items.length,
      lines,
      counterpart_iban: row.counterpart_iban,
      counterpart_name: row.counterpart_name,
      communication: row.communication,
      entry_date: row.entry_date,
      created_at: recorded_at,
      created_by: user_id,
      undone_at: null,
    });
  }
}

export function projectUnmatching(event: Of<'BankTransactionsUnmatched'>, stored: RecordedEvent, batch: Batch): void {
  const { recorded_at } = getFileProvenance(stored);
  for (const { id, version, amount, entry_id, remaining_entry_id, remaining_third_party_id } of event.data.matches) {
    const row = batch.get(bankTransactions, id)!;
    updateBooking(row, version, recorded_at, batch, {
      status: 'pending',
      matched_amount: subtract(row.matched_amount, amount),
      journal_entry_id: remaining_entry_id,
      third_party_id: remaining_third_party_id,
    });
    batch.put(bankMatches, { ...batch.get(bankMatches, id, entry_id)!, undone_at: recorded_at });
  }
}

function updateBooking(row: Row, version: number, updated_at: string, batch: Batch, after: Booked): void {
  const { id, company_id, status, matched_amount, journal_entry_id, third_party_id } = row;
  const before = { status, matched_amount, journal_entry_id, third_party_id };
  const seq = batch.recordChange({
    companyId: company_id,
    resource: 'bank-transactions',
    id,
    op: 'upsert',
    version,
    before,
    after,
  });
  batch.put(bankTransactions, { ...row, ...after, version, seq, updated_at });
}
