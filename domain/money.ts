import { Decimal } from 'decimal.js';

/** Amounts are decimal strings with two places, in the currency of the company file; never a float. */
export type Amount = string;

export const ZERO: Amount = '0.00';
/** Large enough for any ledger, small enough that sums of a million lines stay exact in every reader. */
export const MAX_AMOUNT: Amount = '999999999999.99';

const AMOUNT_SHAPE = /^\d{1,12}\.\d{2}$/;

export function isAmount(value: unknown): value is Amount {
  return typeof value === 'string' && AMOUNT_SHAPE.test(value);
}

export function sum(amounts: Iterable<Amount>): Amount {
  let total = new Decimal(0);
  for (const amount of amounts) if (amount !== ZERO) total = total.plus(amount);
  return total.toFixed(2);
}
