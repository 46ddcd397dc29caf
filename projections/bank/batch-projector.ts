import type { BankEvent } from '../../domain/bank/bank-events.ts';
import type { Split } from '../../domain/bank/batch-details.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import type { RowKey } from '../support/subject.ts';
import type { RowOf } from '../support/table.ts';
import { moveToTrash, restoreFromTrash } from '../support/trash.ts';
import { addFile, addTransaction, recordChange } from './projector.ts';
import { bankBatches, bankBatchParts, bankTransactions } from './tables.ts';

type Of<Type extends BankEvent['type']> = Extract<BankEvent, { readonly type: Type }>;
type Row = RowOf<typeof bankTransactions>;

export function projectBatches(event: Of<'BatchDetailsImported'>, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at } = getFileProvenance(stored);
  const { file, batches, warnings = null } = event.data;
  const counts = batches.map(({ transactions_count }) => transactions_count);
  addFile(file, { counts, warnings }, stored, batch);
  for (const { transactions_count: _, references: bank_references, ...one } of batches)
    batch.put(bankBatches, {
      ...one,
      bank_references,
      company_id,
      coda_file_id: file.id,
      transaction_id: null,
      created_at: recorded_at,
      updated_at: recorded_at,
    });
}

export function projectBatchParts(event: Of<'BatchTransactionsImported'>, stored: RecordedEvent, batch: Batch): void {
  const { company_id } = getFileProvenance(stored);
  const { batch_id, transactions } = event.data;
  for (const content of transactions) batch.put(bankBatchParts, { id: content.id, company_id, batch_id, content });
}

export const listSplitRows = ({ splits }: { readonly splits: readonly Split[] }): readonly RowKey[] =>
  splits.flatMap(({ batch_id, transaction_id, parts }) => [
    { table: bankBatches, key: [batch_id] },
    { table: bankTransactions, key: [transaction_id] },
    ...parts.flatMap((part) => [
      { table: bankTransactions, key: [part] },
      { table: bankBatchParts, key: [part] },
    ]),
  ]);

/** The parts take the place of the total in its statement. */
export function projectSplits(event: Of<'BankTransactionsSplit'>, stored: RecordedEvent, batch: Batch): void {
  for (const { batch_id, transaction_id, version, parts } of event.data.splits) {
    const total = batch.get(bankTransactions, transaction_id)!;
    hide(total, { version, split_batch_id: batch_id }, stored, batch);
    for (const part of parts) putPart(part, total, parts.length === 1, stored, batch);
    setTransaction(batch_id, transaction_id, stored, batch);
  }
}

/** The total takes its place in the statement again. */
export function projectJoins(event: Of<'BankTransactionsJoined'>, stored: RecordedEvent, batch: Batch): void {
  for (const { batch_id, transaction_id, version, parts } of event.data.splits) {
    for (const part of parts) {
      const row = batch.get(bankTransactions, part)!;
      hide(row, { version: row.version + 1, split_batch_id: null }, stored, batch);
    }
    show(batch.get(bankTransactions, transaction_id)!, { version, split_batch_id: null }, stored, batch);
    setTransaction(batch_id, null, stored, batch);
  }
}

type Shown = Pick<Row, 'version' | 'split_batch_id'> & Partial<Row>;

function hide(row: Row, fields: Shown, stored: RecordedEvent, batch: Batch): void {
  const provenance = getFileProvenance(stored);
  const { recorded_at } = provenance;
  const { change } = moveToTrash(provenance);
  const seq = recordChange(batch, row.company_id, 'bank-transactions', {
    ...change,
    id: row.id,
    version: fields.version,
  });
  batch.put(bankTransactions, { ...row, ...fields, seq, updated_at: recorded_at, deleted_at: recorded_at });
}

function show(row: Row, fields: Shown, stored: RecordedEvent, batch: Batch): void {
  const { recorded_at } = getFileProvenance(stored);
  const { change } = restoreFromTrash(row);
  const seq = recordChange(batch, row.company_id, 'bank-transactions', {
    ...change,
    id: row.id,
    version: fields.version,
  });
  batch.put(bankTransactions, { ...row, ...fields, seq, updated_at: recorded_at, deleted_at: null });
}

/** A part that was shown before keeps its id; the statement may be another one. */
function putPart(id: number, total: Row, isOnly: boolean, stored: RecordedEvent, batch: Batch): void {
  const { statement_id, statement_number, sequence, journal_id, account_iban, currency, company_id } = total;
  const before = batch.get(bankTransactions, id);
  if (before) {
    const fields = { statement_id, statement_number, sequence, version: before.version + 1, split_batch_id: null };
    show(before, fields, stored, batch);
    return;
  }
  const { content, batch_id } = batch.get(bankBatchParts, id)!;
  const { coda_file_id } = batch.get(bankBatches, batch_id)!;
  const { recorded_at } = getFileProvenance(stored);
  const place = { company_id, coda_file_id, statement_id, statement_number, journal_id, account_iban, currency };
  const said = isOnly ? { ...listTexts(total), ...content } : content;
  addTransaction({ ...said, sequence }, { ...place, format: 'camt054', recorded_at }, stored, batch);
}

/** The details of a single payment complete what the statement says. */
function listTexts(total: Row): object {
  const names = ['counterpart_name', 'counterpart_iban', 'counterpart_bic', 'communication', 'bank_code'] as const;
  return Object.fromEntries(names.flatMap((name) => (total[name] === null ? [] : [[name, total[name]]])));
}

function setTransaction(id: number, transaction_id: number | null, stored: RecordedEvent, batch: Batch): void {
  const { recorded_at } = getFileProvenance(stored);
  batch.put(bankBatches, { ...batch.get(bankBatches, id)!, transaction_id, updated_at: recorded_at });
}
