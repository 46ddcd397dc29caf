import { communicationsIn, mentionedIn, referencesOf } from './clues.ts';
import { combinations, MOST_COMBINED } from './combinations.ts';
import { byDate, free, isTwoSided, itemOf, totalCents, type Item } from './item.ts';
import { nearestPairs } from './nearest-pairs.ts';
import type { OpenLine } from './open-line.ts';
import { atOnce, type Steps } from '../steps.ts';

/**
 * Which open lines settle one another, by what they say and what they come to: the surest reason first, and each line once.
 * Only lines of one account and one third party are ever brought together.
 */

export const MATCH_REASONS = [
  'structured_communication',
  'reference',
  'amount',
  'amount_and_date',
  'combination',
] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

export interface Match {
  readonly reason: MatchReason;
  /** In the order of their dates. */
  readonly lines: readonly OpenLine[];
  /** In cents: what remains of the lines and is to be written off; 0 in almost all. */
  readonly difference: bigint;
}

export interface MatchOptions {
  /** The most items of a combination. */
  readonly maxItems?: number;
  /** Whether lines that say that they belong together may be settled in spite of a difference. */
  readonly mayDiffer?: (lines: readonly OpenLine[], difference: bigint) => boolean;
}

export interface Matching {
  readonly matches: readonly Match[];
  /** How much was looked at: it grows with the number of lines, never with its square. */
  readonly steps: number;
}

/** More lines than this that merely share a text are no one payment. */
const LARGEST_GROUP = 50;

export const matchLines = (lines: readonly OpenLine[], options?: MatchOptions): Matching =>
  atOnce(matching(lines, options));

export function* matching(lines: readonly OpenLine[], options: MatchOptions = {}): Steps<Matching> {
  const { maxItems = MOST_COMBINED, mayDiffer = () => false } = options;
  const matches: Match[] = [];
  let steps = 0;
  const step = (count = 1): void => void (steps += count);
  for (const items of partitions(lines)) {
    const search: Partition = {
      items,
      step,
      mayDiffer,
      found(reason, some, difference = 0n) {
        for (const item of some) item.isTaken = true;
        matches.push({ reason, lines: some.toSorted(byDate).map(({ line }) => line), difference });
      },
    };
    steps += items.length;
    if (!isTwoSided(items)) continue;
    yield* byClue(search, 'structured_communication', communicationsOf);
    yield* byClue(search, 'reference', referencesKnownTo(free(items)));
    byAmount(search);
    yield;
    for (const combination of yield* combinations(free(items), maxItems, step))
      search.found('combination', combination);
  }
  return { matches, steps };
}

/** Lines of one account and one third party, while matches are sought among them. */
interface Partition {
  /** In the order of their dates. */
  readonly items: readonly Item[];
  readonly step: (count?: number) => void;
  readonly mayDiffer: (lines: readonly OpenLine[], difference: bigint) => boolean;
  readonly found: (reason: MatchReason, some: readonly Item[], difference?: bigint) => void;
}

/** Lines of one account and one third party. */
function partitions(lines: readonly OpenLine[]): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const line of lines) addTo(groups, `${line.account_id}:${line.third_party_id ?? ''}`, itemOf(line));
  return [...groups.values()].map((items) => items.sort(byDate));
}

type CluesOf = (item: Item) => readonly string[];

export const communicationsOf: CluesOf = ({ line: { references, labels } }) => [
  ...new Set([...references, ...labels].flatMap(communicationsIn)),
];

/** Its own references, and those of others that its texts mention. */
export function referencesKnownTo(items: readonly Item[]): CluesOf {
  const known = new Set(items.flatMap(({ line }) => referencesOf(line.references)));
  return ({ line: { references, labels } }) => {
    const mentioned = [...references, ...labels].flatMap(mentionedIn).filter((run) => known.has(run));
    return [...new Set([...referencesOf(references), ...mentioned])];
  };
}

/**
 * Items that share a clue. One clue may stand on many, such as the communication of a standing order, and one payment may
 * name several invoices: so first two items of one amount, then all that share the clue, then all that hang together over
 * several clues; and at last, where it is allowed, those that leave a small difference.
 */
function* byClue(search: Partition, reason: MatchReason, cluesOf: CluesOf): Steps<void> {
  const groups = yield* twoSidedGroups(search, cluesOf);
  if (groups.length === 0) return;
  for (const group of groups) {
    for (const pair of equalPairs(free(group), search.step)) search.found(reason, pair.items);
    settleAll(group, false);
  }
  const together = connected(groups);
  for (const component of together) settleAll(component, false);
  for (const some of [...groups, ...together]) settleAll(some, true);

  function settleAll(group: readonly Item[], withDifference: boolean): void {
    const left = free(group);
    if (left.length < 2 || left.length > LARGEST_GROUP || !isTwoSided(left)) return;
    const difference = totalCents(left);
    const isSettled = withDifference
      ? search.mayDiffer(
          left.map(({ line }) => line),
          difference,
        )
      : difference === 0n;
    if (isSettled) search.found(reason, left, difference);
  }
}

function* twoSidedGroups({ items, step }: Partition, cluesOf: CluesOf): Steps<Item[][]> {
  const groups = new Map<string, Item[]>();
  for (const item of free(items)) {
    yield;
    for (const clue of cluesOf(item)) {
      step();
      addTo(groups, clue, item);
    }
  }
  return [...groups.values()].filter(isTwoSided);
}

/** Groups that share an item become one; those that stand alone are left out. */
function connected(groups: readonly (readonly Item[])[]): Item[][] {
  const leaders = groups.map((_, index) => index);
  const leaderOf = (index: number): number => {
    let leader = index;
    while (leaders[leader] !== leader) leader = leaders[leader] = leaders[leaders[leader]!]!;
    return leader;
  };
  const groupOf = new Map<Item, number>();
  groups.forEach((group, index) => {
    for (const item of group) {
      const other = groupOf.get(item);
      if (other === undefined) groupOf.set(item, index);
      else leaders[leaderOf(index)] = leaderOf(other);
    }
  });
  const members = new Map<number, { count: number; items: Set<Item> }>();
  groups.forEach((group, index) => {
    const leader = leaderOf(index);
    const known = members.get(leader) ?? { count: 0, items: new Set<Item>() };
    known.count += 1;
    for (const item of group) known.items.add(item);
    members.set(leader, known);
  });
  return [...members.values()].filter(({ count }) => count > 1).map(({ items }) => [...items].sort(byDate));
}

/** The only two items of an amount are surer than those that are the nearest in time among several. */
function byAmount({ items, step, found }: Partition): void {
  for (const pair of equalPairs(free(items), step)) found(pair.isOnly ? 'amount' : 'amount_and_date', pair.items);
}

function equalPairs(items: readonly Item[], step: () => void): { items: readonly [Item, Item]; isOnly: boolean }[] {
  const byAmounts = new Map<number, Item[]>();
  for (const item of items) {
    step();
    addTo(byAmounts, Math.abs(item.cents), item);
  }
  return [...byAmounts.values()].flatMap((equal) =>
    isTwoSided(equal) ? nearestPairs(equal, step).map((pair) => ({ items: pair, isOnly: equal.length === 2 })) : [],
  );
}

function addTo<Key>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}
