import type { PlainDate } from '../dates.ts';
import type { SignedAmount } from '../money.ts';
import type { MatchOrigin } from './bank-events.ts';
import type { RequestedMatchLine } from './match-lines.ts';
import type { KnownTransaction } from './transactions.ts';

/** What is asked for when a transaction is booked. */

export interface TransactionToMatch extends KnownTransaction {
  readonly journal_id: number;
  readonly entry_date: PlainDate;
  readonly statement_number: string;
  readonly sequence: number;
  readonly counterpart_name: string | null;
  readonly communication: string | null;
  readonly structured_communication: string | null;
}

export interface RequestedItem {
  readonly line_id: number;
  /** With the sign of what is open; null: as much as is open, or as the transaction has. */
  readonly amount: SignedAmount | null;
  /** A payment that came back: what the line had settled is open again, and the line itself is settled by this. */
  readonly reopen: boolean;
}

export interface RequestedMatch {
  readonly transaction: TransactionToMatch;
  readonly items: readonly RequestedItem[];
  readonly lines: readonly RequestedMatchLine[];
  /** What is left between the two is written off, as far as the settings allow it. */
  readonly write_off: boolean;
  readonly label: string | null;
  readonly origin: MatchOrigin;
  readonly reason?: string;
  readonly rule_id?: number;
}
