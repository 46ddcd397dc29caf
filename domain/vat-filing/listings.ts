import type { SignedAmount } from '../money.ts';
import type { FiledPeriod } from './intervat.ts';

/** Sales listings for the administrations. */

/** Customers with a lower annual turnover are not listed. */
export const LISTED_ABOVE = '250.00';
/** Boxes that make up the turnover of a customer and its VAT, each with its sign. */
export const TURNOVER_BOXES = { '00': 1, '01': 1, '02': 1, '03': 1, '45': 1, '49': -1 } as const;
/** Sales exempted by law use the same box but are not listed; sales of a small business, of the same kind, are listed. */
export const UNLISTED_KIND = 'exempt';
export const LISTED_CODE = 'S-FR';
export const VAT_BOXES = { '54': 1, '64': -1 } as const;

/** Upper limit of a listing; beyond it nothing is read. */
export const MOST_CLIENTS = 250_000;
/** At most this many excluded customers are reported, the largest first. */
export const MOST_EXCLUDED = 1_000;

export interface ListedCustomer {
  readonly third_party_id: number;
  readonly name: string;
  readonly vat_number: string;
  readonly turnover: SignedAmount;
  readonly vat_amount: SignedAmount;
}

export interface CustomerListing {
  readonly year: number;
  readonly clients: readonly ListedCustomer[];
  readonly turnover_sum: SignedAmount;
  readonly vat_sum: SignedAmount;
}

/** Goods (L), services (S), triangular sales (T). */
export const INTRA_CODES = ['L', 'S', 'T'] as const;
export type IntraCode = (typeof INTRA_CODES)[number];

export interface ListedOperation {
  readonly third_party_id: number;
  readonly name: string;
  /** With the prefix of the Member State. */
  readonly vat_number: string;
  readonly code: IntraCode;
  readonly amount: SignedAmount;
  /** The period of the earlier listing that it corrects. */
  readonly correcting: FiledPeriod | null;
}

export interface IntracomListing extends FiledPeriod {
  readonly operations: readonly ListedOperation[];
  readonly amount_sum: SignedAmount;
}

/** VAT number prefixes of the Member States; Northern Ireland counts for goods. */
const MEMBER_STATES = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' ');

/** Prefixes that can appear in a listing of this country. */
export const listForeignPrefixes = (country: string): readonly string[] =>
  MEMBER_STATES.filter((one) => one !== country);
