import type { SignedAmount } from '../money.ts';
import { refuse, assertUnreachable, type Decision } from '../refusal.ts';
import type { BankEvent } from './bank-events.ts';
import { findDueSplits, type SplitCandidates } from './batch-details.ts';
import { findVersionConflict } from '../versions.ts';

/** Outcome of a transaction: booked, or set aside with a reason. */
export const TRANSACTION_STATUSES = ['pending', 'matched', 'ignored'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

export type TransactionCommand = IgnoreTransaction | ReopenTransaction;

export interface IgnoreTransaction {
  readonly type: 'IgnoreTransaction';
  readonly facts: KnownTransaction;
  readonly reason: string;
  readonly baseVersion: number | null;
}

export interface ReopenTransaction {
  readonly type: 'ReopenTransaction';
  readonly facts: KnownTransaction;
  readonly baseVersion: number | null;
}

/** Current state of a transaction. */
export interface KnownTransaction {
  readonly id: number;
  readonly version: number;
  readonly status: TransactionStatus;
  readonly amount: SignedAmount;
  readonly matched_amount: SignedAmount;
  readonly ignored_reason: string | null;
  /** Booked parts by entry, earliest first; absent if not requested. */
  readonly matches?: readonly KnownMatch[];
  /** The batch whose transactions replace it; absent or null for most. */
  readonly split_batch_id?: number | null;
  /** Absent if no details of its amount wait. */
  readonly details?: SplitCandidates;
}

export interface KnownMatch {
  readonly entry_id: number;
  readonly amount: SignedAmount;
  readonly third_party_id: number | null;
}

export function decideTransaction(command: TransactionCommand): Decision<BankEvent> {
  const { facts, baseVersion } = command;
  const { id, version, status } = facts;
  const conflict = findVersionConflict({ version }, baseVersion);
  if (conflict) return conflict;
  switch (command.type) {
    case 'IgnoreTransaction':
      if (status === 'ignored') return refuse('transaction_already_ignored');
      if (status === 'matched' || facts.matched_amount !== '0.00') return refuse('transaction_already_matched');
      return [{ type: 'BankTransactionIgnored', data: { id, version: version + 1, reason: command.reason } }];
    case 'ReopenTransaction':
      if (status !== 'ignored') return refuse('transaction_not_ignored');
      return [
        {
          type: 'BankTransactionReopened',
          data: { id, version: version + 1, previous_reason: facts.ignored_reason ?? '' },
        },
        ...buildSplitEvents(facts, version + 1),
      ];
    default:
      return assertUnreachable(command);
  }
}

/** Details that came while the transaction was matched or ignored replace it now. */
export function buildSplitEvents({ id, details }: KnownTransaction, version: number): readonly BankEvent[] {
  const splits = findDueSplits(id, version, details);
  return splits.length === 0 ? [] : [{ type: 'BankTransactionsSplit', data: { splits } }];
}
