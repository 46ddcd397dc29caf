import type { PlainDate } from '../dates.ts';
import type { WaitingBatch } from './batch-details.ts';
import type { SignedAmount } from '../money.ts';

/** Facts needed to import a bank file. */
export interface ImportFacts {
  /** An existing file with the same content. */
  readonly sameFileId: number | null;
  /** Existing statements of the same days. */
  readonly known: readonly KnownStatement[];
  /** Last statement of each account up to a day, for statements without an opening balance. */
  readonly previous?: readonly PreviousStatement[];
  /** Existing movements with unique references. */
  readonly references?: readonly KnownReference[];
  /** Batches whose details came before their statement. */
  readonly waiting?: readonly WaitingBatch[];
}

export interface KnownStatement extends StatementKey {
  readonly coda_file_id: number;
}

/** Identifies a statement, regardless of the format in which it is imported again. */
export interface StatementKey {
  readonly journal_id: number;
  readonly number: string;
  readonly closing_date: PlainDate;
  readonly opening_balance: SignedAmount;
  readonly closing_balance: SignedAmount;
  readonly total_in: SignedAmount;
}

export interface PreviousStatement {
  readonly journal_id: number;
  /** The day up to which it is the last one. */
  readonly day: PlainDate;
  readonly closing_date: PlainDate;
  readonly closing_balance: SignedAmount;
}

export interface KnownReference {
  readonly journal_id: number;
  readonly bank_reference: string;
  readonly coda_file_id: number;
}

/** Same number and date, or same balances and incoming total on that date. */
export const isSameStatement = (one: StatementKey, other: StatementKey): boolean =>
  one.journal_id === other.journal_id &&
  one.closing_date === other.closing_date &&
  (one.number === other.number ||
    (one.opening_balance === other.opening_balance &&
      one.closing_balance === other.closing_balance &&
      one.total_in === other.total_in));
