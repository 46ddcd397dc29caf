import { centsOf } from '../money.ts';
import type { Item } from './item.ts';

/**
 * Several items that cancel one another: a payment for three invoices, two instalments and a credit note. All of them lie
 * within so many items, by date, of the first one. The search looks at a bounded number of combinations for each item,
 * whatever there is, so that ten times the items take ten times the steps.
 */

/** The items behind the first one that it is combined with. */
const REACH = 19;
const FEWEST = 3;
export const MOST_COMBINED = 6;
/** Told how many combinations were looked at. */
export type Step = (count: number) => void;

/**
 * The smaller combinations first. `items` are in the order of their dates; those found are marked as taken. Yields before each
 * item, because the search may be a long one.
 */
export function* combinations(items: readonly Item[], most: number, step: Step): Generator<void, Item[][]> {
  const found: Item[][] = [];
  for (let size = FEWEST; size <= most; size += 1) {
    const left = items.filter(({ isTaken }) => !isTaken);
    for (const [index, first] of left.entries()) {
      if (first.isTaken) continue;
      yield;
      const others = within(left, index);
      const partners = partnersOf(first, others, size - 1, step);
      if (!partners) continue;
      const combination = [first, ...partners];
      for (const item of combination) item.isTaken = true;
      found.push(combination);
    }
  }
  return found;
}

function within(items: readonly Item[], index: number): Item[] {
  const others: Item[] = [];
  for (let next = index + 1; next < items.length && others.length < REACH; next += 1)
    if (!items[next]!.isTaken) others.push(items[next]!);
  return others;
}

type Indices = readonly number[];

/** So many of the others that make zero with the first one; null when there are none. */
function partnersOf(first: Item, others: readonly Item[], count: number, step: Step): Item[] | null {
  if (others.length < count) return null;
  const cents = others.map((item) => item.cents);
  const partners =
    count === 2 ? twoThatMake(cents, -first.cents, step) : moreThatMake(cents, -first.cents, count, step);
  return partners && partners.toSorted((a, b) => a - b).map((index) => others[index]!);
}

function twoThatMake(cents: readonly number[], requested: number, step: Step): Indices | null {
  const seen = new Map<number, number>();
  for (const [index, own] of cents.entries()) {
    const other = seen.get(requested - own);
    if (other !== undefined) return [other, index];
    if (!seen.has(own)) seen.set(own, index);
  }
  step(cents.length);
  return null;
}

/** Every choice of one, two or three, and a pair that makes the rest. */
function moreThatMake(cents: readonly number[], requested: number, count: number, step: Step): Indices | null {
  const pairs = pairsOf(cents);
  const { length } = cents;
  let looked = (length * (length - 1)) / 2;
  let found: Indices | null = null;
  for (let one = 0; one < length && !found; one += 1) {
    const afterOne = requested - cents[one]!;
    if (count === 3) {
      looked += 1;
      found = pairs.making(afterOne, one, -1, -1);
      continue;
    }
    for (let two = one + 1; two < length && !found; two += 1) {
      const afterTwo = afterOne - cents[two]!;
      if (count === 4) {
        looked += 1;
        found = pairs.making(afterTwo, one, two, -1);
        continue;
      }
      for (let three = two + 1; three < length && !found; three += 1) {
        looked += 1;
        found = pairs.making(afterTwo - cents[three]!, one, two, three);
      }
    }
  }
  step(looked);
  return found;
}

const SLOTS = 1_024;
/** Pairs that are compared before a search gives up: many equal amounts make many equal pairs. */
const COMPARED = 8;
const heads = new Int16Array(SLOTS);
const following = new Int16Array((REACH * (REACH - 1)) / 2);
const sums = new Float64Array(following.length);
const lefts = new Uint8Array(following.length);
const rights = new Uint8Array(following.length);

/** Spreads sums over the slots; what it makes of large ones need not be exact, only always the same. */
const slotOf = (sum: number): number => Math.imul(sum | 0, 0x9e3779b1) >>> 22;

/**
 * All pairs by their sum, in tables that are used again for the next item: this is the innermost of all searches. What it gives
 * holds until the next call.
 */
function pairsOf(cents: readonly number[]) {
  heads.fill(-1);
  let count = 0;
  // From the end, so that the earliest pair of a sum is found first.
  for (let left = cents.length - 2; left >= 0; left -= 1) {
    for (let right = cents.length - 1; right > left; right -= 1) {
      const sum = cents[left]! + cents[right]!;
      const slot = slotOf(sum);
      sums[count] = sum;
      lefts[count] = left;
      rights[count] = right;
      following[count] = heads[slot]!;
      heads[slot] = count;
      count += 1;
    }
  }
  return {
    /** With the items that were chosen before, which are in no pair; -1 for those that were not. */
    making(sum: number, one: number, two: number, three: number): Indices | null {
      let compared = 0;
      for (let pair = heads[slotOf(sum)]!; pair >= 0 && compared < COMPARED; pair = following[pair]!) {
        compared += 1;
        if (sums[pair] !== sum) continue;
        const [left, right] = [lefts[pair]!, rights[pair]!];
        if (left === one || left === two || left === three || right === one || right === two || right === three)
          continue;
        return [one, two, three, left, right].filter((index) => index >= 0);
      }
      return null;
    },
  };
}

/**
 * A few of the first items, two at least, that make zero with an amount; null when there are none, or none was found. The smaller
 * combinations come first.
 */
export function combinationOf<One>(
  items: readonly One[],
  amountOf: (item: One) => string,
  opposite: string,
): readonly One[] | null {
  const others = items.slice(0, REACH);
  const cents = others.map((item) => centsOf(amountOf(item)));
  const requested = -centsOf(opposite);
  for (let count = 2; count < MOST_COMBINED && count <= others.length; count += 1) {
    const found =
      count === 2 ? twoThatMake(cents, requested, () => {}) : moreThatMake(cents, requested, count, () => {});
    if (found) return found.toSorted((a, b) => a - b).map((index) => others[index]!);
  }
  return null;
}
