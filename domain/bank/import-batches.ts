import { splitIntoBatches, splitIntoBatchesInSteps } from '../batches.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { isRefusal, refuse, type Decision, type Refusal } from '../refusal.ts';
import { runAllSteps, type Steps } from '../steps.ts';
import type { BankEvent, ImportedBatch, StatementFile } from './bank-events.ts';
import { findSplits, type BatchDetails, type Split, type SplitTotal, type WaitingBatch } from './batch-details.ts';
import { findStatementJournal, getAccountName, refuseImported } from './resolve-statements.ts';
import type { StatementWarning } from './statement.ts';

/** Imports the details of batches: they replace the transactions of a statement, or wait for it. */
export interface ImportBatchDetails {
  readonly type: 'ImportBatchDetails';
  readonly file: StatementFile;
  readonly batches: readonly BatchDetails[];
  readonly warnings: readonly StatementWarning[];
  /** At least one per batch, and one per part; repeated ones are not used. */
  readonly batchIds: readonly number[];
  readonly transactionIds: readonly number[];
  readonly facts: BatchFacts;
}

export interface BatchFacts {
  /** An existing file with the same content. */
  readonly sameFileId: number | null;
  /** Existing batches of the same days. */
  readonly known: readonly KnownBatch[];
  readonly totals: readonly SplitTotal[];
}

export type KnownBatch = Pick<WaitingBatch, 'coda_file_id' | 'journal_id' | 'entry_date' | 'amount' | 'references'>;

export const decideBatchImport = (command: ImportBatchDetails, file: CompanyFile): Decision<BankEvent> =>
  runAllSteps(decideBatchImportInSteps(command, file));

interface ResolvedBatch {
  readonly batch: BatchDetails;
  readonly journal_id: number;
}

/** The batches with their journals, without those that exist; or the problem with them. */
export function resolveBatches(
  batches: readonly BatchDetails[],
  { sameFileId, known }: Pick<BatchFacts, 'sameFileId' | 'known'>,
  file: CompanyFile,
): readonly ResolvedBatch[] | Refusal {
  if (sameFileId !== null) return refuseImported(sameFileId);
  const resolved: ResolvedBatch[] = [];
  let repeated: number | null = null;
  for (const batch of batches) {
    const journal_id = findStatementJournal(batch, file);
    if (isRefusal(journal_id)) return journal_id;
    const same = known.find((other) => isSameBatch({ ...batch, journal_id }, other));
    if (same) repeated ??= same.coda_file_id;
    else resolved.push({ batch, journal_id });
  }
  return resolved.length === 0 && repeated !== null ? refuseImported(repeated) : resolved;
}

const isSameBatch = (
  one: Pick<KnownBatch, 'journal_id' | 'entry_date' | 'amount' | 'references'>,
  other: KnownBatch,
): boolean =>
  one.journal_id === other.journal_id &&
  one.entry_date === other.entry_date &&
  one.amount === other.amount &&
  one.references.join('/') === other.references.join('/');

export function* decideBatchImportInSteps(command: ImportBatchDetails, file: CompanyFile): Steps<Decision<BankEvent>> {
  const resolved = resolveBatches(command.batches, command.facts, file);
  if (isRefusal(resolved)) return resolved;
  if (resolved.length === 0) return refuse('bank_file_without_details');
  const { id: coda_file_id } = command.file;
  const waiting: WaitingBatch[] = [];
  const details: BankEvent[] = [];
  let at = 0;
  for (const [index, { batch, journal_id }] of resolved.entries()) {
    const { parts, entry_date, amount, references } = batch;
    const ids = command.transactionIds.slice(at, at + parts.length);
    at += parts.length;
    const id = command.batchIds[index]!;
    waiting.push({ id, coda_file_id, journal_id, entry_date, amount, references, parts: ids, is_live: true });
    const transactions = parts.map((part, place) => ({ ...part, id: ids[place]!, sequence: place + 1 }));
    for (const some of yield* splitIntoBatchesInSteps(transactions))
      details.push({ type: 'BatchTransactionsImported', data: { coda_file_id, batch_id: id, transactions: some } });
  }
  const batches = resolved.map((one, index) => buildImportedBatch(one, command.batchIds[index]!));
  const { warnings } = command;
  return [
    {
      type: 'BatchDetailsImported',
      data: { file: command.file, batches, ...(warnings.length > 0 && { warnings }) },
    },
    ...details,
    ...toSplitEvents(findSplits(waiting, command.facts.totals)),
  ];
}

const buildImportedBatch = ({ batch, journal_id }: ResolvedBatch, id: number): ImportedBatch => ({
  id,
  journal_id,
  account_iban: getAccountName(batch.account),
  currency: batch.currency,
  entry_date: batch.entry_date,
  amount: batch.amount,
  references: batch.references,
  transactions_count: batch.parts.length,
});

export const toSplitEvents = (splits: readonly Split[]): readonly BankEvent[] =>
  splitIntoBatches(splits).map((some) => ({ type: 'BankTransactionsSplit', data: { splits: some } }));

/** The reverse: the transactions of the statement apply again, and the batches wait. */
export const toJoinEvents = (splits: readonly Split[]): readonly BankEvent[] =>
  splitIntoBatches(splits.map((split) => ({ ...split, version: split.version + 1 }))).map((some) => ({
    type: 'BankTransactionsJoined',
    data: { splits: some },
  }));
