import type { PlainDate } from '../dates.ts';
import type { SignedAmount } from '../money.ts';
import type { Movement, StatementAccount } from './statement.ts';

/** Details of an amount that the bank books at once and explains in a separate file. */
export interface BatchDetails {
  readonly account: StatementAccount;
  readonly currency: string;
  readonly entry_date: PlainDate;
  readonly amount: SignedAmount;
  /** References by which the statement may name the amount. */
  readonly references: readonly string[];
  /** They add up to the amount. */
  readonly parts: readonly Movement[];
}

/** An imported batch that no statement contains yet. */
export interface WaitingBatch {
  readonly id: number;
  readonly coda_file_id: number;
  readonly journal_id: number;
  readonly entry_date: PlainDate;
  readonly amount: SignedAmount;
  readonly references: readonly string[];
  /** Ids of its transactions. */
  readonly parts: readonly number[];
  /** False while its file is in the recycle bin. */
  readonly is_live: boolean;
}

/** A transaction that details could replace: pending, not matched, and not a detail itself. */
export interface SplitTotal {
  readonly id: number;
  readonly version: number;
  readonly coda_file_id: number;
  readonly journal_id: number;
  readonly entry_date: PlainDate;
  readonly amount: SignedAmount;
  readonly bank_reference: string | null;
  readonly is_live: boolean;
}

/** A transaction replaced by the transactions of a batch. `version` is that of the transaction. */
export interface Split {
  readonly batch_id: number;
  readonly transaction_id: number;
  readonly version: number;
  readonly parts: readonly number[];
}

/** What a transaction could be split by, once it is pending again: details that came while it was matched or ignored. */
export interface SplitCandidates {
  readonly waiting: readonly WaitingBatch[];
  /** Transactions of the same amounts, itself included. */
  readonly totals: readonly SplitTotal[];
}

/** The split of a transaction that has become pending with this version; empty if no details wait for it. */
export function findDueSplits(id: number, version: number, candidates: SplitCandidates | undefined): readonly Split[] {
  if (!candidates) return [];
  const totals = candidates.totals.map((total) => (total.id === id ? { ...total, version } : total));
  return findSplits(candidates.waiting, totals).filter((split) => split.transaction_id === id);
}

const toKey = ({ journal_id, amount }: Pick<WaitingBatch, 'journal_id' | 'amount'>): string =>
  `${journal_id}/${amount}`;

/**
 * Finds the transaction of each batch: same account and amount, and the same reference. Without references on one side,
 * the day must be the same and nothing else may have that amount on that day.
 */
export function findSplits(batches: readonly WaitingBatch[], totals: readonly SplitTotal[]): readonly Split[] {
  const open = new Map<string, SplitTotal[]>();
  for (const total of totals) {
    const key = toKey(total);
    const group = open.get(key);
    if (group) group.push(total);
    else open.set(key, [total]);
  }
  const splits: Split[] = [];
  for (const batch of batches) {
    const group = open.get(toKey(batch)) ?? [];
    const total = findTotal(batch, group, batches);
    if (!total) continue;
    group.splice(group.indexOf(total), 1);
    const { id: transaction_id, version } = total;
    splits.push({ batch_id: batch.id, transaction_id, version: version + 1, parts: batch.parts });
  }
  return splits;
}

function findTotal(
  batch: WaitingBatch,
  group: readonly SplitTotal[],
  batches: readonly WaitingBatch[],
): SplitTotal | undefined {
  const named = group.find(
    ({ bank_reference: reference }) => reference !== null && batch.references.includes(reference),
  );
  if (named) return named;
  const isSameDay = (other: WaitingBatch | SplitTotal): boolean =>
    toKey(other) === toKey(batch) && other.entry_date === batch.entry_date;
  const [only, ...others] = group.filter(isSameDay);
  if (!only || others.length > 0 || batches.filter(isSameDay).length > 1) return undefined;
  return only.bank_reference === null || batch.references.length === 0 ? only : undefined;
}
