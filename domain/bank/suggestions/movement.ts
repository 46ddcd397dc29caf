import type { LineToLetter } from '../../lettering/lettering.ts';
import type { SignedAmount } from '../../money.ts';
import type { Problem } from '../../refusal.ts';
import type { RequestedMatchLine } from '../match-lines.ts';
import type { TransactionToMatch } from '../match-request.ts';

/** A transaction with all its evidence. */
export interface Movement extends TransactionToMatch {
  readonly counterpart_iban: string | null;
  readonly end_to_end_id: string | null;
  readonly bank_code: string | null;
  readonly return_reason: string | null;
  readonly charges: string | null;
  readonly exchange_rate?: string | null;
}

/** An open line that may be suggested. Its open amount is in its own currency, in which suggestions compare it. */
export interface OpenItem extends LineToLetter {
  /** Open amount in the currency of the company file; absent if that is the currency of the line. */
  readonly base_open?: SignedAmount;
  /** Origin of the entry. */
  readonly origin: string;
}

export const SUGGESTION_KINDS = [
  'sepa_return',
  'sepa_file',
  'own_transfer',
  'structured_communication',
  'reference',
  'rule',
  'iban',
  'name',
  'amount',
  'past',
] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

export interface Reason {
  readonly code: string;
  readonly params?: Problem['params'];
}

export interface SuggestedItem {
  readonly line: OpenItem;
  /** In the currency of the transaction. */
  readonly amount: SignedAmount;
  /** In the currency of the line, if it is another one. */
  readonly currency_amount?: SignedAmount;
  readonly reopen: boolean;
}

/** A possible booking of a transaction, with reasons. */
export interface Suggestion {
  readonly kind: SuggestionKind;
  /** From 0 to 1; from `CERTAIN` on, no other booking is plausible. */
  readonly score: number;
  readonly reasons: readonly Reason[];
  readonly items: readonly SuggestedItem[];
  readonly lines: readonly RequestedMatchLine[];
  readonly write_off: boolean;
  readonly rule_id?: number;
}

export const CERTAIN = 0.95;
