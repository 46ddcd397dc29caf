import { toCents } from '../money.ts';
import type { Item } from './item.ts';

/**
 * Finds several items that cancel out, such as a payment for three invoices, or two instalments and a credit note. All of
 * them lie within a limited number of items, by date, after the first. The number of combinations per item is bounded, so
 * that ten times the items take ten times the steps.
 */

/** The number of following items that are combined with an item. */
const REACH = 19;
const FEWEST = 3;
export const MOST_COMBINED = 6;
/** Receives the number of combinations examined. */
export type Step = (count: number) => void;

/**
 * Smaller combinations come first. `items` must be sorted by date. The items found are marked as taken. Yields before
 * each item, because the search may take long.
 */
export function* findCombinations(items: readonly Item[], most: number, step: Step): Generator<void, Item[][]> {
  const found: Item[][] = [];
  for (let size = FEWEST; size <= most; size += 1) {
    const left = items.filter(({ isTaken }) => !isTaken);
    for (const [index, first] of left.entries()) {
      if (first.isTaken) continue;
      yield;
      const others = listReachable(left, index);
      const partners = findPartners(first, others, size - 1, step);
      if (!partners) continue;
      const combination = [first, ...partners];
      for (const item of combination) item.isTaken = true;
      found.push(combination);
    }
  }
  return found;
}

function listReachable(items: readonly Item[], index: number): Item[] {
  const others: Item[] = [];
  for (let next = index + 1; next < items.length && others.length < REACH; next += 1)
    if (!items[next]!.isTaken) others.push(items[next]!);
  return others;
}

type Indices = readonly number[];

/** Finds `count` other items that sum to zero with the first one. Null if there are none. */
function findPartners(first: Item, others: readonly Item[], count: number, step: Step): Item[] | null {
  if (others.length < count) return null;
  const cents = others.map((item) => item.cents);
  const partners =
    count === 2 ? findTwoSummingTo(cents, -first.cents, step) : findMoreSummingTo(cents, -first.cents, count, step);
  return partners && partners.toSorted((a, b) => a - b).map((index) => others[index]!);
}

function findTwoSummingTo(cents: readonly number[], requested: number, step: Step): Indices | null {
  const seen = new Map<number, number>();
  for (const [index, own] of cents.entries()) {
    const other = seen.get(requested - own);
    if (other !== undefined) return [other, index];
    if (!seen.has(own)) seen.set(own, index);
  }
  step(cents.length);
  return null;
}

/** Tries every choice of one, two or three items with a pair that gives the rest. */
function findMoreSummingTo(cents: readonly number[], requested: number, count: number, step: Step): Indices | null {
  const pairs = indexPairs(cents);
  const { length } = cents;
  let looked = (length * (length - 1)) / 2;
  let found: Indices | null = null;
  for (let one = 0; one < length && !found; one += 1) {
    const afterOne = requested - cents[one]!;
    if (count === 3) {
      looked += 1;
      found = pairs.findPair(afterOne, one, -1, -1);
      continue;
    }
    for (let two = one + 1; two < length && !found; two += 1) {
      const afterTwo = afterOne - cents[two]!;
      if (count === 4) {
        looked += 1;
        found = pairs.findPair(afterTwo, one, two, -1);
        continue;
      }
      for (let three = two + 1; three < length && !found; three += 1) {
        looked += 1;
        found = pairs.findPair(afterTwo - cents[three]!, one, two, three);
      }
    }
  }
  step(looked);
  return found;
}

const SLOTS = 1_024;
/** Maximum number of pairs compared per search: many equal amounts make many equal pairs. */
const COMPARED = 8;
const heads = new Int16Array(SLOTS);
const following = new Int16Array((REACH * (REACH - 1)) / 2);
const sums = new Float64Array(following.length);
const lefts = new Uint8Array(following.length);
const rights = new Uint8Array(following.length);

/** Hashes a sum to a slot. For large sums it need not be exact, only deterministic. */
const hashSum = (sum: number): number => Math.imul(sum | 0, 0x9e3779b1) >>> 22;

/**
 * Indexes all pairs by sum, in tables that are reused for the next item, because this is the innermost loop. The result
 * is valid until the next call.
 */
function indexPairs(cents: readonly number[]) {
  heads.fill(-1);
  let count = 0;
  // Backwards, so that the earliest pair of a sum is found first.
  for (let left = cents.length - 2; left >= 0; left -= 1) {
    for (let right = cents.length - 1; right > left; right -= 1) {
      const sum = cents[left]! + cents[right]!;
      const slot = hashSum(sum);
      sums[count] = sum;
      lefts[count] = left;
      rights[count] = right;
      following[count] = heads[slot]!;
      heads[slot] = count;
      count += 1;
    }
  }
  return {
    /** Finds a pair without the items already chosen. -1 means not chosen. */
    findPair(sum: number, one: number, two: number, three: number): Indices | null {
      let compared = 0;
      for (let pair = heads[hashSum(sum)]!; pair >= 0 && compared < COMPARED; pair = following[pair]!) {
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
 * Finds at least two of the first items that sum to zero with an amount. Null if none are found. Smaller combinations
 * come first.
 */
export function findItemCombination<One>(
  items: readonly One[],
  amountOf: (item: One) => string,
  opposite: string,
): readonly One[] | null {
  const others = items.slice(0, REACH);
  const cents = others.map((item) => toCents(amountOf(item)));
  const requested = -toCents(opposite);
  for (let count = 2; count < MOST_COMBINED && count <= others.length; count += 1) {
    const found =
      count === 2 ? findTwoSummingTo(cents, requested, () => {}) : findMoreSummingTo(cents, requested, count, () => {});
    if (found) return found.toSorted((a, b) => a - b).map((index) => others[index]!);
  }
  return null;
}
