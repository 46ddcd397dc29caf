import { absolute, add, isNegative, subtract, ZERO, type SignedAmount } from '../money.ts';
import { FAMILY_SIGN } from '../vat-codes/box-families.ts';
import type { BoxAmount } from './declaration-events.ts';
import { NONE, type ReturnForm } from './form.ts';

interface Part {
  /** Null: the operations that belong to no family. */
  readonly family: string | null;
  readonly amount: SignedAmount;
}

/**
 * The totals of the entries by box, without netting across families: a credit note reduces a box only as far as its own
 * family filled it. The excess goes to the box that the form provides. In Belgium it is already in 84, 62 and 63.
 */
export function separateFamilies(form: ReturnForm, books: readonly BoxAmount[]): readonly BoxAmount[] {
  const totals = new Map<string, SignedAmount>();
  const families = new Map<string, Part[]>();
  for (const { box, amount } of books) {
    const [name, family] = box.split(FAMILY_SIGN) as [string, string?];
    if (family === undefined) totals.set(name, add(totals.get(name) ?? ZERO, amount));
    else families.set(name, [...(families.get(name) ?? []), { family, amount }]);
  }
  const addToBox = (box: string, amount: SignedAmount): void => {
    totals.set(box, add(totals.get(box) ?? ZERO, amount));
  };
  for (const [box, parts] of families)
    for (const { family, amount } of withRest(form, parts, totals.get(box) ?? ZERO)) {
      if (!isNegative(amount)) continue;
      addToBox(box, absolute(amount));
      const to = form.separatesRest ? (form.belowZero[box] ?? NONE) : NONE;
      if (to !== NONE) addToBox(to, absolute(amount));
      const detail = form.details.find((one) => one.family === family && one.of.includes(box));
      if (detail) addToBox(detail.box, absolute(amount));
    }
  return [...totals].map(([box, amount]) => ({ box, amount }));
}

function withRest({ separatesRest }: ReturnForm, parts: readonly Part[], total: SignedAmount): readonly Part[] {
  if (!separatesRest) return parts;
  return [...parts, { family: null, amount: parts.map(({ amount }) => amount).reduce(subtract, total) }];
}
