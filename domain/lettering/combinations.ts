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
/** Different pairs of the same sum that are remembered: one of them may share an item with what it is to go with. */
const PAIRS_A_SUM = 4;

/** The smaller combinations first. `items` are in the order of their dates; those found are marked as taken. */
export function combinations(items: readonly Item[], most: number, step: () => void): Item[][] {
  const found: Item[][] = [];
  for (let size = FEWEST; size <= most; size += 1) {
    const left = items.filter(({ isTaken }) => !isTaken);
    for (const [index, first] of left.entries()) {
      if (first.isTaken) continue;
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
function partnersOf(first: Item, others: readonly Item[], count: number, step: () => void): Item[] | null {
  if (others.length < count) return null;
  const cents = others.map((item) => item.cents);
  const partners =
    count === 2 ? completedBySingle(cents, -first.cents, step) : completedByPair(cents, -first.cents, count - 2, step);
  return partners && partners.toSorted((a, b) => a - b).map((index) => others[index]!);
}

function completedBySingle(cents: readonly number[], wanted: number, step: () => void): Indices | null {
  const seen = new Map<number, number>();
  for (const [index, own] of cents.entries()) {
    step();
    const other = seen.get(wanted - own);
    if (other !== undefined) return [other, index];
    if (!seen.has(own)) seen.set(own, index);
  }
  return null;
}

/** Every choice of one, two or three, and a pair that makes the rest. */
function completedByPair(cents: readonly number[], wanted: number, count: number, step: () => void): Indices | null {
  const pairs = pairsBySum(cents, step);
  for (const chosen of choices(cents.length, count)) {
    step();
    const rest = chosen.reduce((left, index) => left - cents[index]!, wanted);
    const pair = pairs.get(rest)?.find((candidate) => candidate.every((index) => !chosen.includes(index)));
    if (pair) return [...chosen, ...pair];
  }
  return null;
}

function pairsBySum(cents: readonly number[], step: () => void): ReadonlyMap<number, Indices[]> {
  const pairs = new Map<number, Indices[]>();
  for (const [left, own] of cents.entries()) {
    for (let right = left + 1; right < cents.length; right += 1) {
      step();
      const sum = own + cents[right]!;
      const known = pairs.get(sum);
      if (!known) pairs.set(sum, [[left, right]]);
      else if (known.length < PAIRS_A_SUM) known.push([left, right]);
    }
  }
  return pairs;
}

const CHOICES = new Map<string, readonly Indices[]>();

/** All ways to choose so many of a number of things; there are few, so that they are kept. */
function choices(of: number, count: number): readonly Indices[] {
  const key = `${of}:${count}`;
  let all = CHOICES.get(key);
  if (!all) CHOICES.set(key, (all = [...choose(0, of, count)]));
  return all;
}

function* choose(from: number, to: number, count: number): Generator<Indices> {
  if (count === 0) {
    yield [];
    return;
  }
  for (let first = from; first <= to - count; first += 1)
    for (const rest of choose(first + 1, to, count - 1)) yield [first, ...rest];
}
