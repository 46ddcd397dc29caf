import { absolute, divide, isZero, multiply, round, subtract, ZERO, type SignedAmount } from '../money.ts';

/** Two periods side by side. */
export interface Compared {
  readonly amount: SignedAmount;
  readonly compared: SignedAmount;
  readonly difference: SignedAmount;
  /** Of what it is compared with, whatever its sign; null where that is nothing. */
  readonly percent: string | null;
}

export function compared(amount: SignedAmount, base: SignedAmount): Compared {
  const difference = subtract(amount, base);
  const percent = isZero(base) ? null : round(divide(multiply(difference, '100'), absolute(base), 4));
  return { amount, compared: base, difference, percent };
}

/** By key, in the order of the keys; what is nothing in both is left out. */
export function comparedAll(
  first: ReadonlyMap<string, SignedAmount>,
  second: ReadonlyMap<string, SignedAmount>,
): readonly (Compared & { readonly key: string })[] {
  return [...new Set([...first.keys(), ...second.keys()])]
    .sort()
    .map((key) => ({ key, ...compared(first.get(key) ?? ZERO, second.get(key) ?? ZERO) }))
    .filter((row) => !isZero(row.amount) || !isZero(row.compared));
}
