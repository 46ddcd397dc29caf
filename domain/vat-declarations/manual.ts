import { absolute, add, compare, isNegative, isZero, MAX_AMOUNT, sum, ZERO, type SignedAmount } from '../money.ts';
import { refuseInvalid, type Problem, type Refusal } from '../refusal.ts';
import { createBoxMapper, listNegativeBoxes, mapByBox, type ComputedReturn } from './computation.ts';
import type { ManualAmount, ReturnRequests } from './declaration-events.ts';
import type { DeclarationFacts } from './declaration-facts.ts';
import { separateFamilies } from './families.ts';
import type { ReturnForm } from './form.ts';

/** Amounts that a user adds to those of the books, as far as the form allows them. */

export interface RequestedChanges {
  /** Boxes that are not named stay unchanged; null removes the amount of a box. */
  readonly manual?: Readonly<Record<string, { readonly amount: string; readonly reason: string } | null>>;
  readonly requests?: Partial<ReturnRequests>;
  readonly comment?: string | null;
}

type Manual = NonNullable<RequestedChanges['manual']>;

export function findManualProblems(
  manual: Manual,
  form: ReturnForm,
  facts: Pick<DeclarationFacts, 'books' | 'carried'>,
): Problem[] {
  const known = new Map(form.boxes.map((box) => [box.box, box]));
  const getPosted = createPostedReader(form, facts);
  return Object.entries(manual).flatMap(([box, given]): Problem[] => {
    const field = `manual.${box}`;
    const params = { country: form.country, box: box.slice(0, 20) };
    const found = known.get(box);
    if (!found) return [{ code: 'vat_box_unknown', field, params }];
    if (found.formula !== null) return [{ code: 'vat_box_computed', field, params }];
    if (given === null) return [];
    const at = `${field}.amount`;
    if (absolute(given.amount).length > MAX_AMOUNT.length)
      return [{ code: 'amount_too_large', field: at, params: { max: MAX_AMOUNT } }];
    const amount = add(getPosted(box), given.amount);
    return form.isNeverNegative && isNegative(given.amount) && isNegative(amount)
      ? [{ code: 'vat_box_negative', field: at, params: { box, amount } }]
      : [];
  });
}

function createPostedReader(form: ReturnForm, { books, carried }: Pick<DeclarationFacts, 'books' | 'carried'>) {
  const [posted, brought] = [mapByBox(separateFamilies(form, books)), mapByBox(carried)];
  const toPosted = createBoxMapper(form);
  return (box: string): SignedAmount => add(posted.get(toPosted(box)) ?? ZERO, brought.get(box) ?? ZERO);
}

/** In form order; zero amounts are dropped. */
export function withManual(before: readonly ManualAmount[], given: Manual, form: ReturnForm): readonly ManualAmount[] {
  const all = new Map(before.map((one) => [one.box, one]));
  for (const [box, one] of Object.entries(given))
    if (one === null || isZero(one.amount)) all.delete(box);
    else all.set(box, { box, ...one });
  return form.boxes.flatMap(({ box }) => all.get(box) ?? []);
}

/** Totals below zero, and parts above the lines that they detail: the form accepts neither. */
export function findRefusedBoxes(form: ReturnForm, { boxes }: ComputedReturn): Refusal | null {
  const getAmount = (box: string): SignedAmount => boxes.get(box) ?? ZERO;
  const negative = listNegativeBoxes(form, boxes).map((box) => ({
    code: 'vat_box_negative',
    field: 'manual',
    params: { box, amount: getAmount(box) },
  }));
  const excessive = form.details.flatMap(({ box, of }) => {
    const whole = sum(of.map(getAmount));
    if (compare(getAmount(box), whole) <= 0) return [];
    return [{ code: 'vat_box_part_too_large', field: 'manual', params: { box, amount: getAmount(box), whole } }];
  });
  const problems: readonly Problem[] = [...negative, ...excessive];
  return problems.length === 0 ? null : refuseInvalid(problems);
}
