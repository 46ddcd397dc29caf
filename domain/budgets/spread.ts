import { absolute, isNegative, isZero, share, sum, ZERO, type SignedAmount } from '../money.ts';

/** How the amount of a year becomes amounts of its periods: to the cent, and never more or less than the amount. */

/** `periods`: the amounts of the periods are given themselves. */
export const SPREADS = ['even', 'last_year', 'weights', 'periods'] as const;
export type Spread = (typeof SPREADS)[number];

/** The same in every period; cents that are left go to the first ones. */
export const evenly = (amount: SignedAmount, count: number): SignedAmount[] => share(amount, Array(count).fill('1.00'));

/** In proportion to the weights. Weights that come to nothing give no proportion: each period gets the same. */
export function weighted(amount: SignedAmount, weights: readonly string[]): SignedAmount[] {
  return weights.every(isZero) ? evenly(amount, weights.length) : share(amount, weights);
}

/**
 * Weights that make an amount go like these amounts did. A month that went the other way than the whole, such as one of credit
 * notes, has none: it would make all others larger than the amount itself.
 */
export function shapeOf(amounts: readonly SignedAmount[]): string[] {
  const total = sum(amounts);
  const isDown = isNegative(total);
  return amounts.map((one) => (isZero(total) || isNegative(one) !== isDown ? ZERO : absolute(one)));
}
