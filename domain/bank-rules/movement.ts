import { absolute, isNegative, type SignedAmount } from '../money.ts';
import type { MovementFacts } from './evaluate.ts';

/** The part of a statement transaction that rules use. */
export interface RuledTransaction {
  readonly entry_date: string;
  /** Positive: incoming. */
  readonly amount: SignedAmount;
  readonly counterpart_name: string | null;
  readonly counterpart_iban: string | null;
  readonly communication: string | null;
  readonly structured_communication: string | null;
  readonly bank_code: string | null;
  readonly end_to_end_id: string | null;
}

export const toMovementFacts = (transaction: RuledTransaction): MovementFacts => ({
  direction: isNegative(transaction.amount) ? 'out' : 'in',
  amount: absolute(transaction.amount),
  counterparty_name: transaction.counterpart_name,
  counterparty_iban: transaction.counterpart_iban,
  communication: transaction.communication,
  structured_communication: transaction.structured_communication,
  bank_code: transaction.bank_code,
  date: transaction.entry_date,
  end_to_end_id: transaction.end_to_end_id,
});
