import type { PlainDate } from '../dates.ts';
import type { ExchangeRate } from '../currency/rates.ts';
import type { LineToLetter } from '../lettering/lettering.ts';
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
  /** Absent: the currency of the company file. */
  readonly currency?: string;
  /** If the amount was agreed in another currency: `USD 120.00`. */
  readonly original_amount?: string | null;
  /** Rates known on its day, by currency. Absent: none is needed. */
  readonly rates?: Readonly<Record<string, ExchangeRate>>;
}

export interface RequestedItem {
  readonly line_id: number;
  /**
   * In the currency of the transaction, with the sign of the open amount; null: the open amount, or what is left of the
   * transaction.
   */
  readonly amount: SignedAmount | null;
  /** Settled part in the currency of the item. Absent or null: the open amount, or what the payment is worth. */
  readonly currency_amount?: SignedAmount | null;
  /** A returned payment: the items that this line had settled become open again, and the transaction settles the line. */
  readonly reopen: boolean;
}

export interface RequestedMatch {
  readonly transaction: TransactionToMatch;
  readonly items: readonly RequestedItem[];
  readonly lines: readonly RequestedMatchLine[];
  /** The remaining difference is written off, within the limits of the settings. */
  readonly write_off: boolean;
  /** Rate of a transaction in foreign currency. Absent or null: the rate of its day. */
  readonly exchange_rate?: ExchangeRate | null;
  readonly label: string | null;
  readonly origin: MatchOrigin;
  readonly reason?: string;
  readonly rule_id?: number;
}

/** A part of the transaction that settles an open item. */
export interface PaidItem {
  readonly line: LineToLetter;
  /** In the currency of the transaction. */
  readonly amount: SignedAmount;
  /** In the currency of the item. */
  readonly settled: SignedAmount;
  /** Amount at which the books carry the settled part. */
  readonly carried: SignedAmount;
}
