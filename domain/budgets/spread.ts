import { absolute, isNegative, isZero, share, sum, ZERO, type SignedAmount } from '../money.ts';

/** Spreads the amount of a year over its periods: to the cent, and without rounding differences. */

/** `periods`: the period amounts are given. */
export const SPREADS = ['even', 'last_year', 'weights', 'periods'] as const;
export type Spread = (typeof SPREADS)[number];

/** The same amount in every period; remaining cents go to the first periods. */
export const spreadEvenly = (amount: SignedAmount, count: number): SignedAmount[] =>
  share(amount, Array(count).fill('1.00'));

/** In proportion to the weights; evenly if all weights are zero. */
export function spreadByWeights(amount: SignedAmount, weights: readonly string[]): SignedAmount[] {
  return weights.every(isZero) ? spreadEvenly(amount, weights.length) : share(amount, weights);
}

/**
 * Weights that reproduce the distribution of these amounts. A month with the opposite sign of the total, such as one of
 * credit notes, has weight zero: it would make all others larger than the amount itself.
 */
export function computeWeights(amounts: readonly SignedAmount[]): string[] {
  const total = sum(amounts);
  const isDown = isNegative(total);
  return amounts.map((one) => (isZero(total) || isNegative(one) !== isDown ? ZERO : absolute(one)));
}
