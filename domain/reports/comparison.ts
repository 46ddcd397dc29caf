import { absolute, divide, isZero, multiply, round, subtract, ZERO, type SignedAmount } from '../money.ts';

/** Two periods compared. */
export interface Compared {
  readonly amount: SignedAmount;
  readonly compared: SignedAmount;
  readonly difference: SignedAmount;
  /** Difference as a percentage of the absolute compared amount. Null if that is zero. */
  readonly percent: string | null;
}

export function buildComparison(amount: SignedAmount, base: SignedAmount): Compared {
  const difference = subtract(amount, base);
  const percent = isZero(base) ? null : round(divide(multiply(difference, '100'), absolute(base), 4));
  return { amount, compared: base, difference, percent };
}

/** Sorted by key. Rows that are zero in both periods are left out. */
export function buildComparisons(
  first: ReadonlyMap<string, SignedAmount>,
  second: ReadonlyMap<string, SignedAmount>,
): readonly (Compared & { readonly key: string })[] {
  return [...new Set([...first.keys(), ...second.keys()])]
    .sort()
    .map((key) => ({ key, ...buildComparison(first.get(key) ?? ZERO, second.get(key) ?? ZERO) }))
    .filter((row) => !isZero(row.amount) || !isZero(row.compared));
}
