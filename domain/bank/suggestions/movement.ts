import type { LineToLetter } from '../../lettering/lettering.ts';
import type { SignedAmount } from '../../money.ts';
import type { Problem } from '../../refusal.ts';
import type { RequestedMatchLine } from '../match-lines.ts';
import type { TransactionToMatch } from '../match-request.ts';

/** A transaction with all that tells what it is. */
export interface Movement extends TransactionToMatch {
  readonly counterpart_iban: string | null;
  readonly end_to_end_id: string | null;
  readonly bank_code: string | null;
  readonly return_reason: string | null;
  readonly charges: string | null;
}

/** An open line as it may be proposed. */
export interface OpenItem extends LineToLetter {
  /** What the entry was made by. */
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
  readonly amount: SignedAmount;
  readonly reopen: boolean;
}

/** What a transaction may be, and why. */
export interface Suggestion {
  readonly kind: SuggestionKind;
  /** From 0 to 1; from `CERTAIN` on nothing else is possible by what is known. */
  readonly score: number;
  readonly reasons: readonly Reason[];
  readonly items: readonly SuggestedItem[];
  readonly lines: readonly RequestedMatchLine[];
  readonly write_off: boolean;
  readonly rule_id?: number;
}

export const CERTAIN = 0.95;
