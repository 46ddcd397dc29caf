import { extractCommunications, extractMentions, listComparableReferences } from './clues.ts';
import { findCombinations, MOST_COMBINED } from './combinations.ts';
import { compareItemsByDate, filterFreeItems, isTwoSided, toMatchItem, sumItemCents, type Item } from './item.ts';
import { findNearestPairs } from './nearest-pairs.ts';
import type { OpenLine } from './open-line.ts';
import { runAllSteps, type Steps } from '../steps.ts';

/**
 * Finds open lines that settle one another, by their texts and amounts. The surest criterion comes first, and each line
 * is used once. Only lines of one account, one third party and one currency are matched.
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
  /** Sorted by date. */
  readonly lines: readonly OpenLine[];
  /** In cents: the remaining amount to write off. Almost always 0, and always 0 in foreign currency. */
  readonly difference: bigint;
}

export interface MatchOptions {
  /** The maximum number of items in a combination. */
  readonly maxItems?: number;
  /** Can lines whose texts agree be settled despite a difference? */
  readonly canDiffer?: (lines: readonly OpenLine[], difference: bigint) => boolean;
}

export interface Matching {
  readonly matches: readonly Match[];
  /** Number of search steps. Grows with the number of lines, never with its square. */
  readonly steps: number;
}

/** Larger groups that only share a text are not a single payment. */
const LARGEST_GROUP = 50;

export const matchLines = (lines: readonly OpenLine[], options?: MatchOptions): Matching =>
  runAllSteps(matchInSteps(lines, options));

export function* matchInSteps(lines: readonly OpenLine[], options: MatchOptions = {}): Steps<Matching> {
  const { maxItems = MOST_COMBINED, canDiffer = () => false } = options;
  const matches: Match[] = [];
  let steps = 0;
  const countSteps = (count = 1): void => void (steps += count);
  for (const items of partitionLines(lines)) {
    const search: Partition = {
      items,
      countSteps,
      canDiffer,
      addMatch(reason, some, difference = 0n) {
        for (const item of some) item.isTaken = true;
        matches.push({ reason, lines: some.toSorted(compareItemsByDate).map(({ line }) => line), difference });
      },
    };
    steps += items.length;
    if (!isTwoSided(items)) continue;
    yield* matchByClue(search, 'structured_communication', listCommunications);
    yield* matchByClue(search, 'reference', createReferenceFinder(filterFreeItems(items)));
    matchByAmount(search);
    yield;
    for (const combination of yield* findCombinations(filterFreeItems(items), maxItems, countSteps))
      search.addMatch('combination', combination);
  }
  return { matches, steps };
}

/** Lines of one account, one third party and one currency, during the search. */
interface Partition {
  /** Sorted by date. */
  readonly items: readonly Item[];
  readonly countSteps: (count?: number) => void;
  readonly canDiffer: (lines: readonly OpenLine[], difference: bigint) => boolean;
  readonly addMatch: (reason: MatchReason, some: readonly Item[], difference?: bigint) => void;
}

/** Groups lines by account, third party and currency. */
function partitionLines(lines: readonly OpenLine[]): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const line of lines)
    addToGroup(groups, `${line.account_id}:${line.third_party_id ?? ''}:${line.currency ?? ''}`, toMatchItem(line));
  return [...groups.values()].map((items) => items.sort(compareItemsByDate));
}

type CluesOf = (item: Item) => readonly string[];

export const listCommunications: CluesOf = ({ line: { references, labels } }) => [
  ...new Set([...references, ...labels].flatMap(extractCommunications)),
];

/** Finds a line's own references, and those of other lines that its texts mention. */
export function createReferenceFinder(items: readonly Item[]): CluesOf {
  const known = new Set(items.flatMap(({ line }) => listComparableReferences(line.references)));
  return ({ line: { references, labels } }) => {
    const mentioned = [...references, ...labels].flatMap(extractMentions).filter((run) => known.has(run));
    return [...new Set([...listComparableReferences(references), ...mentioned])];
  };
}

/**
 * Matches items that share a clue. A clue may be on many items, such as the communication of a standing order, and a
 * payment may name several invoices. So first pairs of equal amounts, then all items with the clue, then all items
 * connected by several clues, and finally, if allowed, those that leave a small difference.
 */
function* matchByClue(search: Partition, reason: MatchReason, cluesOf: CluesOf): Steps<void> {
  const groups = yield* collectTwoSidedGroups(search, cluesOf);
  if (groups.length === 0) return;
  for (const group of groups) {
    for (const pair of findEqualPairs(filterFreeItems(group), search.countSteps)) search.addMatch(reason, pair.items);
    settleAll(group, false);
  }
  const together = mergeConnectedGroups(groups);
  for (const component of together) settleAll(component, false);
  for (const some of [...groups, ...together]) settleAll(some, true);

  function settleAll(group: readonly Item[], withDifference: boolean): void {
    const left = filterFreeItems(group);
    if (left.length < 2 || left.length > LARGEST_GROUP || !isTwoSided(left)) return;
    const difference = sumItemCents(left);
    const isSettled = withDifference
      ? search.canDiffer(
          left.map(({ line }) => line),
          difference,
        )
      : difference === 0n;
    if (isSettled) search.addMatch(reason, left, difference);
  }
}

function* collectTwoSidedGroups({ items, countSteps }: Partition, cluesOf: CluesOf): Steps<Item[][]> {
  const groups = new Map<string, Item[]>();
  for (const item of filterFreeItems(items)) {
    yield;
    for (const clue of cluesOf(item)) {
      countSteps();
      addToGroup(groups, clue, item);
    }
  }
  return [...groups.values()].filter(isTwoSided);
}

/** Merges groups that share an item. Groups without shared items are left out. */
function mergeConnectedGroups(groups: readonly (readonly Item[])[]): Item[][] {
  const leaders = groups.map((_, index) => index);
  const findLeader = (index: number): number => {
    let leader = index;
    while (leaders[leader] !== leader) leader = leaders[leader] = leaders[leaders[leader]!]!;
    return leader;
  };
  const groupOf = new Map<Item, number>();
  groups.forEach((group, index) => {
    for (const item of group) {
      const other = groupOf.get(item);
      if (other === undefined) groupOf.set(item, index);
      else leaders[findLeader(index)] = findLeader(other);
    }
  });
  const members = new Map<number, { count: number; items: Set<Item> }>();
  groups.forEach((group, index) => {
    const leader = findLeader(index);
    const known = members.get(leader) ?? { count: 0, items: new Set<Item>() };
    known.count += 1;
    for (const item of group) known.items.add(item);
    members.set(leader, known);
  });
  return [...members.values()].filter(({ count }) => count > 1).map(({ items }) => [...items].sort(compareItemsByDate));
}

/** A unique pair of an amount is surer than the pair nearest in time among several. */
function matchByAmount({ items, countSteps, addMatch }: Partition): void {
  for (const pair of findEqualPairs(filterFreeItems(items), countSteps))
    addMatch(pair.isOnly ? 'amount' : 'amount_and_date', pair.items);
}

function findEqualPairs(items: readonly Item[], step: () => void): { items: readonly [Item, Item]; isOnly: boolean }[] {
  const byAmounts = new Map<number, Item[]>();
  for (const item of items) {
    step();
    addToGroup(byAmounts, Math.abs(item.cents), item);
  }
  return [...byAmounts.values()].flatMap((equal) =>
    isTwoSided(equal) ? findNearestPairs(equal, step).map((pair) => ({ items: pair, isOnly: equal.length === 2 })) : [],
  );
}

function addToGroup<Key>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}
