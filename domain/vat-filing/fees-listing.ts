import { compare, isNegative, isZero, min, ZERO, type Amount, type SignedAmount } from '../money.ts';
import type { FeesNature, SlipFields } from './fees-events.ts';
import { AS_IN_THE_BOOKS, NO_SLIP_UP_TO } from './fees-slips.ts';

/** Fee slips of a year: amounts from the books per beneficiary, with the corrections entered by users. */

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
  /** The nature with the highest amount. */
  readonly nature: FeesNature;
  readonly amount: SignedAmount;
  readonly amount_paid: SignedAmount;
  /** Values entered by a user; null if none. */
  readonly said: (SlipFields & { readonly version: number }) | null;
}

export interface Slip extends Beneficiary {
  readonly nature: FeesNature;
  readonly amount: Amount;
  readonly amount_paid: Amount;
  readonly version: number;
  /** Whether a user has entered a value. */
  readonly is_edited: boolean;
  /** Why there is no slip; null if there is one. */
  readonly excluded: 'by_hand' | 'below_threshold' | null;
}

export function buildSlip({ said, ...candidate }: Candidate): Slip {
  const { version = 0, nature, amount, amount_paid, is_excluded } = said ?? { ...AS_IN_THE_BOOKS, version: 0 };
  const due = amount ?? clampToZero(candidate.amount);
  const isSmall = compare(due, NO_SLIP_UP_TO) <= 0 && amount === null;
  return {
    ...candidate,
    nature: nature ?? candidate.nature,
    amount: due,
    amount_paid: amount_paid ?? min(clampToZero(candidate.amount_paid), due),
    version,
    is_edited: nature !== null || amount !== null || amount_paid !== null || is_excluded,
    excluded: is_excluded ? 'by_hand' : isSmall || isZero(due) ? 'below_threshold' : null,
  };
}

const clampToZero = (amount: SignedAmount): Amount => (isNegative(amount) ? ZERO : amount);
