import { compare, isNegative, isZero, min, ZERO, type Amount, type SignedAmount } from '../money.ts';
import type { FeesNature, SlipFields } from './fees-events.ts';
import { AS_IN_THE_BOOKS, NO_SLIP_UP_TO } from './fees-slips.ts';

/** Slips of a year: what the books say of each beneficiary, and what people have said of it. */

export interface Beneficiary {
  readonly third_party_id: number;
  readonly name: string;
  readonly street: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly enterprise_number: string | null;
  readonly national_number: string | null;
}

export interface Candidate extends Beneficiary {
  /** Of which most was paid. */
  readonly nature: FeesNature;
  readonly amount: SignedAmount;
  readonly amount_paid: SignedAmount;
  /** What a person has said; null: nothing. */
  readonly said: (SlipFields & { readonly version: number }) | null;
}

export interface Slip extends Beneficiary {
  readonly nature: FeesNature;
  readonly amount: Amount;
  readonly amount_paid: Amount;
  readonly version: number;
  /** Whether a person has put something in. */
  readonly is_edited: boolean;
  /** Why there is no slip; null: there is one. */
  readonly excluded: 'by_hand' | 'below_threshold' | null;
}

export function slipOf({ said, ...candidate }: Candidate): Slip {
  const { version = 0, nature, amount, amount_paid, is_excluded } = said ?? { ...AS_IN_THE_BOOKS, version: 0 };
  const due = amount ?? atLeastZero(candidate.amount);
  const isSmall = compare(due, NO_SLIP_UP_TO) <= 0 && amount === null;
  return {
    ...candidate,
    nature: nature ?? candidate.nature,
    amount: due,
    amount_paid: amount_paid ?? min(atLeastZero(candidate.amount_paid), due),
    version,
    is_edited: nature !== null || amount !== null || amount_paid !== null || is_excluded,
    excluded: is_excluded ? 'by_hand' : isSmall || isZero(due) ? 'below_threshold' : null,
  };
}

const atLeastZero = (amount: SignedAmount): Amount => (isNegative(amount) ? ZERO : amount);
