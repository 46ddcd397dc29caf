import { Decimal } from 'decimal.js';

/** Amounts are decimal strings with two places, in the currency of the company file; never a float. */
export type Amount = string;

export const ZERO: Amount = '0.00';
/** Large enough for any ledger, small enough that sums of a million lines stay exact in every reader. */
export const MAX_AMOUNT: Amount = '999999999999.99';

/** One way to write each amount: zero is `0.00` and nothing else. */
const AMOUNT_SHAPE = /^(0|[1-9]\d{0,11})\.\d{2}$/;

export function isAmount(value: unknown): value is Amount {
  return typeof value === 'string' && AMOUNT_SHAPE.test(value);
}

export function sum(amounts: Iterable<Amount>): Amount {
  let total = new Decimal(0);
  for (const amount of amounts) if (amount !== ZERO) total = total.plus(amount);
  return total.toFixed(2);
}
