import type { PlainDate } from '../dates.ts';
import type { SignedAmount } from '../money.ts';
import type { MatchOrigin } from './bank-events.ts';
import type { RequestedMatchLine } from './match-lines.ts';
import type { KnownTransaction } from './transactions.ts';

/** Request to book a transaction. */

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
  /** With the sign of the open amount; null: the open amount, or what is left of the transaction. */
  readonly amount: SignedAmount | null;
  /** A returned payment: the items that this line had settled become open again, and the transaction settles the line. */
  readonly reopen: boolean;
}

export interface RequestedMatch {
  readonly transaction: TransactionToMatch;
  readonly items: readonly RequestedItem[];
  readonly lines: readonly RequestedMatchLine[];
  /** The remaining difference is written off, within the limits of the settings. */
  readonly write_off: boolean;
  readonly label: string | null;
  readonly origin: MatchOrigin;
  readonly reason?: string;
  readonly rule_id?: number;
}
