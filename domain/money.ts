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

/**
 * In whole cents, and many times faster than decimals: as numbers as long as those are exact, which they are for what most
 * ledgers come to, and else as integers of any length.
 */
export function sum(amounts: Iterable<Amount>): Amount {
  let cents = 0;
  let further = 0n;
  for (const amount of amounts) {
    if (amount === ZERO) continue;
    const units = Number(amount);
    if (Math.abs(units) <= EXACT_UNITS && Math.abs(cents) <= EXACT_CENTS) cents += Math.round(units * 100);
    else further += centsOf(amount);
  }
  if (further !== 0n) return amountOf(BigInt(cents) + further);
  const positive = Math.abs(cents);
  const fraction = positive % 100;
  return `${cents < 0 ? '-' : ''}${(positive - fraction) / 100}.${fraction < 10 ? '0' : ''}${fraction}`;
}

/** A number of this size is off by a thousandth of a cent at most, so that rounding gives the cents that were written. */
const EXACT_UNITS = 1e10;
/** Up to 2 ** 53 all integers are numbers. */
const EXACT_CENTS = 1e15;

/** Of an amount with two places, which may be negative. */
const centsOf = (amount: string): bigint => BigInt(amount.slice(0, -3) + amount.slice(-2));

function amountOf(cents: bigint): Amount {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
