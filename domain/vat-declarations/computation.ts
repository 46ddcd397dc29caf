import {
  absolute,
  add,
  isNegative,
  isZero,
  negate,
  roundToUnits,
  subtract,
  ZERO,
  type Amount,
  type SignedAmount,
} from '../money.ts';
import type { BoxAmount, ManualAmount, ReturnRequests } from './declaration-events.ts';
import { NEXT, NONE, type ReturnForm } from './form.ts';

/** From what the entries of a period come to, the return: official formulas over boxes, and nothing else. */

export type Boxes = ReadonlyMap<string, SignedAmount>;

export interface ReturnInput {
  readonly books: readonly BoxAmount[];
  readonly carried: readonly BoxAmount[];
  readonly manual: readonly Pick<ManualAmount, 'box' | 'amount'>[];
  readonly requests: ReturnRequests;
}

export interface ComputedReturn {
  /** All boxes of the form, in its order. */
  readonly boxes: Boxes;
  readonly amount_due: Amount;
  readonly amount_refund: Amount;
  readonly carried_forward: readonly BoxAmount[];
}

export function computedReturn(form: ReturnForm, input: ReturnInput): ComputedReturn {
  const open = new Map<string, SignedAmount>();
  for (const { box, formula } of form.boxes) if (formula === null) open.set(box, ZERO);
  const put = (box: string, amount: SignedAmount): void => {
    const known = form.renamed[box] ?? box;
    // What the form has no box for, such as the turnover of a special return, is none of its business.
    if (open.has(known)) open.set(known, add(open.get(known)!, amount));
  };
  for (const { box, amount } of [...input.books, ...input.carried, ...input.manual]) put(box, amount);
  if (form.isInUnits) for (const [box, amount] of open) open.set(box, roundToUnits(amount));
  const left = withoutNegatives(form, open);
  const first = totals(form, open);
  const boxes = claimRefund(form, input, open, first) ? totals(form, open) : first;
  return { boxes, ...outcome(form, boxes), carried_forward: carriedForward(form, boxes, left) };
}

/** What is below zero goes where the form takes it. Gives what is left to the next return. */
function withoutNegatives({ belowZero }: ReturnForm, open: Map<string, SignedAmount>): readonly BoxAmount[] {
  const left: BoxAmount[] = [];
  // Boxes that take from others come behind these: what they take may fill them up.
  const takers = new Set(Object.values(belowZero));
  const boxes = [...open.keys()];
  for (const box of [...boxes.filter((one) => !takers.has(one)), ...boxes.filter((one) => takers.has(one))]) {
    const amount = open.get(box)!;
    const to = belowZero[box];
    if (to === undefined || !isNegative(amount)) continue;
    open.set(box, ZERO);
    if (to === NEXT) left.push({ box, amount });
    else if (to !== NONE) open.set(to, add(open.get(to)!, absolute(amount)));
  }
  return left;
}

function totals({ boxes }: ReturnForm, open: Boxes): Boxes {
  const known = new Map<string, SignedAmount>();
  const formulas = new Map(boxes.map(({ box, formula }) => [box, formula]));
  const valueOf = (box: string): SignedAmount => {
    const before = known.get(box);
    if (before !== undefined) return before;
    const formula = formulas.get(box);
    let value = open.get(box) ?? ZERO;
    if (formula) {
      value = ZERO;
      for (const { box: term, sign } of formula.terms) value = (sign === 1 ? add : subtract)(value, valueOf(term));
      if (formula.atLeastZero && isNegative(value)) value = ZERO;
    }
    known.set(box, value);
    return value;
  };
  return new Map(boxes.map(({ box }) => [box, valueOf(box)]));
}

/** The whole credit is asked back, unless someone has said how much of it. */
function claimRefund(form: ReturnForm, input: ReturnInput, open: Map<string, SignedAmount>, boxes: Boxes): boolean {
  const { claimed } = form;
  if (claimed === null || !input.requests.restitution || !isZero(open.get(claimed)!)) return false;
  open.set(claimed, boxes.get(form.refund)!);
  return true;
}

function outcome({ due, refund }: ReturnForm, boxes: Boxes): Pick<ComputedReturn, 'amount_due' | 'amount_refund'> {
  const [owed, back] = [boxes.get(due)!, boxes.get(refund)!];
  if (due !== refund) return { amount_due: owed, amount_refund: back };
  return isNegative(owed)
    ? { amount_due: ZERO, amount_refund: negate(owed) }
    : { amount_due: owed, amount_refund: ZERO };
}

function carriedForward({ credit }: ReturnForm, boxes: Boxes, left: readonly BoxAmount[]): readonly BoxAmount[] {
  const amount = credit && boxes.get(credit.from)!;
  return amount && !isZero(amount) ? [...left, { box: credit.to, amount }] : left;
}

/** What is owed by boxes that entries have filled, to the cent; below zero is got back. */
export function balanceOf(form: ReturnForm, books: readonly BoxAmount[]): SignedAmount {
  const requests = { restitution: false, payment_forms: false, client_listing_nil: false };
  const computed = computedReturn({ ...form, isInUnits: false }, { books, carried: [], manual: [], requests });
  return subtract(computed.amount_due, computed.amount_refund);
}

/** As events keep them: without those that are zero. */
export const filled = (boxes: Boxes): readonly BoxAmount[] =>
  [...boxes].flatMap(([box, amount]) => (isZero(amount) ? [] : [{ box, amount }]));

/** Totals below zero that the form does not take: only amounts put in by hand make them. */
export function negativeBoxes(form: ReturnForm, boxes: Boxes): readonly string[] {
  return form.isNeverNegative ? [...boxes].flatMap(([box, amount]) => (isNegative(amount) ? [box] : [])) : [];
}

/** The boxes that entries fill and of which this one is made, each with the sign that it counts with there. */
export function partsOf(form: ReturnForm, box: string): ReadonlyMap<string, 1 | -1> {
  const formulas = new Map(form.boxes.map((one) => [one.box, one.formula]));
  const known = knownBoxes(form);
  const times = new Map<string, number>();
  const take = (one: string, sign: 1 | -1): void => {
    // A special return leaves out boxes that the formulas of the form name.
    if (!formulas.has(one)) return;
    const formula = formulas.get(one);
    if (formula) for (const term of formula.terms) take(term.box, sign === term.sign ? 1 : -1);
    else times.set(known(one), (times.get(known(one)) ?? 0) + sign);
  };
  take(box, 1);
  // What is taken off one box of a total to be told in another is no part of it.
  return new Map([...times].flatMap(([one, count]) => (count === 0 ? [] : [[one, count > 0 ? 1 : -1] as const])));
}

/** From the box of the form to the one that codes and entries know it by. */
export function knownBoxes({ renamed }: ReturnForm): (box: string) => string {
  const original = new Map(Object.entries(renamed).map(([from, to]) => [to, from]));
  return (box) => original.get(box) ?? box;
}

export interface BoxChange {
  readonly box: string;
  readonly before: SignedAmount;
  readonly after: SignedAmount;
}

/** Boxes that differ, in the order of the form. */
export function changedBoxes(
  form: ReturnForm,
  before: readonly BoxAmount[],
  after: readonly BoxAmount[],
): readonly BoxChange[] {
  const [was, is] = [byBox(before), byBox(after)];
  return form.boxes.flatMap(({ box }) => {
    const change = { box, before: was.get(box) ?? ZERO, after: is.get(box) ?? ZERO };
    return change.before === change.after ? [] : [change];
  });
}

export const byBox = (amounts: readonly BoxAmount[]): Map<string, SignedAmount> =>
  new Map(amounts.map(({ box, amount }) => [box, amount]));
