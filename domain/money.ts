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

/** In whole cents, which are exact however many are added, and several times faster than decimals. */
export function sum(amounts: Iterable<Amount>): Amount {
  let total = 0n;
  for (const amount of amounts) if (amount !== ZERO) total += centsOf(amount);
  return amountOf(total);
}

/** Of an amount with two places, which may be negative. */
const centsOf = (amount: string): bigint => BigInt(amount.slice(0, -3) + amount.slice(-2));

function amountOf(cents: bigint): Amount {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
