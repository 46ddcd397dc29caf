import {
  absolute,
  add,
  compare,
  isNegative,
  isZero,
  negate,
  roundToUnits,
  subtract,
  sum,
  ZERO,
  type Amount,
  type SignedAmount,
} from '../money.ts';
import type { BoxAmount, ManualAmount, ReturnRequests } from './declaration-events.ts';
import { separateFamilies } from './families.ts';
import { NEXT, NONE, type ReturnForm } from './form.ts';

/** Computes the return from the totals of the period, by the official box formulas only. */

export type Boxes = ReadonlyMap<string, SignedAmount>;

export interface ReturnInput {
  readonly books: readonly BoxAmount[];
  readonly carried: readonly BoxAmount[];
  readonly manual: readonly Pick<ManualAmount, 'box' | 'amount'>[];
  readonly requests: ReturnRequests;
}

export interface ComputedReturn {
  /** All boxes of the form, in form order. */
  readonly boxes: Boxes;
  readonly amount_due: Amount;
  readonly amount_refund: Amount;
  readonly carried_forward: readonly BoxAmount[];
}

export function computeReturn(form: ReturnForm, input: ReturnInput): ComputedReturn {
  const open = new Map<string, SignedAmount>();
  for (const { box, formula } of form.boxes) if (formula === null) open.set(box, ZERO);
  const addToBox = (box: string, amount: SignedAmount): void => {
    const known = form.renamed[box] ?? box;
    // Boxes that are not on the form, such as turnover on a special return, are ignored.
    if (open.has(known)) open.set(known, add(open.get(known)!, amount));
  };
  const books = separateFamilies(form, input.books);
  for (const { box, amount } of [...books, ...input.carried, ...input.manual]) addToBox(box, amount);
  const exact = new Map(open);
  if (form.isInUnits) for (const [box, amount] of open) open.set(box, roundToUnits(amount));
  const left = moveNegatives(form, open);
  limitDetails(form, open, exact);
  const first = computeTotals(form, open);
  const boxes = claimRefund(form, input, open, first) ? computeTotals(form, open) : first;
  return { boxes, ...computeOutcome(form, boxes), carried_forward: listCarriedForward(form, boxes, left) };
}

/** Moves negative amounts to the box that the form provides. Returns the amounts left for the next return. */
function moveNegatives({ belowZero }: ReturnForm, open: Map<string, SignedAmount>): readonly BoxAmount[] {
  const left: BoxAmount[] = [];
  // Receiving boxes are processed last, because received amounts may bring them above zero.
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

/** Rounding line by line may lift a part above the lines that it details. */
function limitDetails({ details }: ReturnForm, open: Map<string, SignedAmount>, exact: Boxes): void {
  const sumPositive = (boxes: Boxes, of: readonly string[]): SignedAmount =>
    sum(of.map((box) => boxes.get(box) ?? ZERO).filter((amount) => !isNegative(amount)));
  for (const { box, of } of details) {
    const whole = sumPositive(open, of);
    const isAbove = compare(open.get(box)!, whole) > 0;
    if (isAbove && compare(exact.get(box)!, sumPositive(exact, of)) <= 0) open.set(box, whole);
  }
}

function computeTotals({ boxes }: ReturnForm, open: Boxes): Boxes {
  const known = new Map<string, SignedAmount>();
  const formulas = new Map(boxes.map(({ box, formula }) => [box, formula]));
  const computeBox = (box: string): SignedAmount => {
    const before = known.get(box);
    if (before !== undefined) return before;
    const formula = formulas.get(box);
    let value = open.get(box) ?? ZERO;
    if (formula) {
      value = ZERO;
      for (const { box: term, sign } of formula.terms) value = (sign === 1 ? add : subtract)(value, computeBox(term));
      if (formula.atLeastZero && isNegative(value)) value = ZERO;
    }
    known.set(box, value);
    return value;
  };
  return new Map(boxes.map(({ box }) => [box, computeBox(box)]));
}

/** Claims the whole credit, unless a user has entered the amount to claim. */
function claimRefund(form: ReturnForm, input: ReturnInput, open: Map<string, SignedAmount>, boxes: Boxes): boolean {
  const { claimed } = form;
  if (claimed === null || !input.requests.restitution || !isZero(open.get(claimed)!)) return false;
  open.set(claimed, boxes.get(form.refund)!);
  return true;
}

function computeOutcome(
  { due, refund }: ReturnForm,
  boxes: Boxes,
): Pick<ComputedReturn, 'amount_due' | 'amount_refund'> {
  const [owed, back] = [boxes.get(due)!, boxes.get(refund)!];
  if (due !== refund) return { amount_due: owed, amount_refund: back };
  return isNegative(owed)
    ? { amount_due: ZERO, amount_refund: negate(owed) }
    : { amount_due: owed, amount_refund: ZERO };
}

function listCarriedForward({ credit }: ReturnForm, boxes: Boxes, left: readonly BoxAmount[]): readonly BoxAmount[] {
  const amount = credit && boxes.get(credit.from)!;
  return amount && !isZero(amount) ? [...left, { box: credit.to, amount }] : left;
}

/** VAT due according to the boxes filled by entries, to the cent; negative if refundable. */
export function computeReturnBalance(form: ReturnForm, books: readonly BoxAmount[]): SignedAmount {
  const requests = { restitution: false, payment_forms: false, client_listing_nil: false };
  const computed = computeReturn({ ...form, isInUnits: false }, { books, carried: [], manual: [], requests });
  return subtract(computed.amount_due, computed.amount_refund);
}

/** Boxes as stored in events: without zero amounts. */
export const listFilledBoxes = (boxes: Boxes): readonly BoxAmount[] =>
  [...boxes].flatMap(([box, amount]) => (isZero(amount) ? [] : [{ box, amount }]));

/** Negative totals that the form does not accept. Only manual amounts can cause them. */
export function listNegativeBoxes(form: ReturnForm, boxes: Boxes): readonly string[] {
  return form.isNeverNegative ? [...boxes].flatMap(([box, amount]) => (isNegative(amount) ? [box] : [])) : [];
}

/** The boxes filled by entries that make up this box, each with its sign. */
export function resolveBoxParts(form: ReturnForm, box: string): ReadonlyMap<string, 1 | -1> {
  const formulas = new Map(form.boxes.map((one) => [one.box, one.formula]));
  const known = createBoxMapper(form);
  const times = new Map<string, number>();
  const collectPart = (one: string, sign: 1 | -1): void => {
    // A special return lacks some boxes that the formulas of the form refer to.
    if (!formulas.has(one)) return;
    const formula = formulas.get(one);
    if (formula) for (const term of formula.terms) collectPart(term.box, sign === term.sign ? 1 : -1);
    else times.set(known(one), (times.get(known(one)) ?? 0) + sign);
  };
  collectPart(box, 1);
  // An amount that is moved from one box of a total to another cancels out.
  return new Map([...times].flatMap(([one, count]) => (count === 0 ? [] : [[one, count > 0 ? 1 : -1] as const])));
}

/** Maps a box of the form to the number used by VAT codes and entries. */
export function createBoxMapper({ renamed }: ReturnForm): (box: string) => string {
  const original = new Map(Object.entries(renamed).map(([from, to]) => [to, from]));
  return (box) => original.get(box) ?? box;
}

export interface BoxChange {
  readonly box: string;
  readonly before: SignedAmount;
  readonly after: SignedAmount;
}

/** Boxes that differ, in form order. */
export function listChangedBoxes(
  form: ReturnForm,
  before: readonly BoxAmount[],
  after: readonly BoxAmount[],
): readonly BoxChange[] {
  const [was, is] = [mapByBox(before), mapByBox(after)];
  return form.boxes.flatMap(({ box }) => {
    const change = { box, before: was.get(box) ?? ZERO, after: is.get(box) ?? ZERO };
    return change.before === change.after ? [] : [change];
  });
}

export const mapByBox = (amounts: readonly BoxAmount[]): Map<string, SignedAmount> =>
  new Map(amounts.map(({ box, amount }) => [box, amount]));
