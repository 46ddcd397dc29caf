/**
 * Amounts in whole euros: every line is rounded, totals add up the rounded lines. Where two sides must agree and differ
 * only by rounding, the largest line takes the difference. A real difference is left for the checks.
 */
import { absolute, add, compare, isNegative, isZero, negate, roundToUnits, subtract, ZERO } from '../../money.ts';
import type { SignedAmount } from '../../money.ts';
import type { BoxContent, Term } from './content.ts';
import type { BoxDeclaration, Equation } from './declaration.ts';

/** Null: the amount is not known, as movements of an earlier year. */
export type KnownAmount = SignedAmount | null;

export type Amounts = ReadonlyMap<string, KnownAmount>;

type GetAmount = (code: string) => KnownAmount;

/** Every box from the amounts of those that are no sums. Manual amounts replace what is proposed. */
export function addUpBoxes(boxes: readonly BoxDeclaration[], leaves: Amounts): Amounts {
  const getAmount = createAdder(indexContents(boxes), leaves);
  return new Map(boxes.map(({ code }) => [code, getAmount(code)]));
}

const indexContents = (boxes: readonly BoxDeclaration[]): ReadonlyMap<string, BoxContent> =>
  new Map(boxes.map(({ code, content }) => [code, content]));

function createAdder(contents: ReadonlyMap<string, BoxContent>, leaves: Amounts): GetAmount {
  const found = new Map<string, KnownAmount>();
  const getAmount: GetAmount = (code) => {
    const known = leaves.get(code);
    if (known !== undefined) return known;
    const computed = found.get(code);
    if (computed !== undefined) return computed;
    const content = contents.get(code);
    const amount = content?.kind === 'sum' ? takePart(content, addUp(content.terms, getAmount)) : ZERO;
    found.set(code, amount);
    return amount;
  };
  return getAmount;
}

function takePart({ part }: Extract<BoxContent, { kind: 'sum' }>, amount: KnownAmount): KnownAmount {
  if (amount === null || part === 'all') return amount;
  if (part === 'profit') return isNegative(amount) ? ZERO : amount;
  return isNegative(amount) ? negate(amount) : ZERO;
}

export function addUp(terms: readonly Term[], getAmount: GetAmount): KnownAmount {
  let total = ZERO;
  for (const { code, sign } of terms) {
    const amount = getAmount(code);
    if (amount === null) return null;
    total = sign === 1 ? add(total, amount) : subtract(total, amount);
  }
  return total;
}

/** Left side minus right side; null if a part is not known. */
export function findDifference({ left, right }: Pick<Equation, 'left' | 'right'>, getAmount: GetAmount): KnownAmount {
  const [one, other] = [addUp(left, getAmount), addUp(right, getAmount)];
  return one === null || other === null ? null : subtract(one, other);
}

export interface Rounding {
  readonly boxes: readonly BoxDeclaration[];
  readonly equations: readonly Equation[];
  /** Amounts to the cent of the boxes that are no sums. */
  readonly leaves: Amounts;
  /** Boxes with a manual amount, which take no rounding difference. */
  readonly manual: ReadonlySet<string>;
  /** Boxes that are rounded as they were a year ago. */
  readonly rounded?: ReadonlyMap<string, SignedAmount>;
}

/** The boxes in whole euros. */
export function roundBoxes({ boxes, equations, leaves, manual, rounded: known }: Rounding): Amounts {
  const contents = indexContents(boxes);
  const getExact = createAdder(contents, leaves);
  const rounded = new Map(
    [...leaves].map(([code, amount]) => [code, known?.get(code) ?? (amount === null ? null : roundToUnits(amount))]),
  );
  for (const equation of equations) {
    const difference = findDifference(equation, createAdder(contents, rounded));
    if (difference === null || isZero(difference)) continue;
    const real = findDifference(equation, getExact);
    if (real === null || !isZero(real)) continue;
    const code = findLargest(equation, getExact, (one) => leaves.has(one) && !manual.has(one));
    if (code !== null)
      settleDifference(rounded, code, difference, () => findDifference(equation, createAdder(contents, rounded)));
  }
  return addUpBoxes(boxes, rounded);
}

/** Subtracts the difference from the line, or adds it if the line counts on the other side. */
function settleDifference(
  rounded: Map<string, KnownAmount>,
  code: string,
  difference: SignedAmount,
  findRest: () => KnownAmount,
): void {
  const before = rounded.get(code)!;
  rounded.set(code, subtract(before, difference));
  if (!isZero(findRest()!)) rounded.set(code, add(before, difference));
}

function findLargest({ settle }: Equation, getExact: GetAmount, isUsable: (code: string) => boolean): string | null {
  const getSize = (code: string): SignedAmount => absolute(getExact(code) ?? ZERO);
  for (const codes of settle) {
    const [largest] = codes
      .filter((code) => isUsable(code) && !isZero(getSize(code)))
      .toSorted((one, other) => compare(getSize(other), getSize(one)));
    if (largest !== undefined) return largest;
  }
  return null;
}
