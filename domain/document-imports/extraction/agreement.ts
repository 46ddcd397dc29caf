import type { Block } from './blocks.ts';
import type { NameLine } from './name-lines.ts';
import { toLetters } from './names.ts';
import { findDomains, findPlace } from './places.ts';
import { isDomainOfName } from './sides.ts';

/**
 * Blocks that agree with each other belong to one enterprise: they have the same number, account, domain, name or
 * place, or continue one another in a column.
 */
export interface NumberedCell {
  readonly key: string;
  readonly block: Block;
}

/** More blocks than any document has that say something about a party. */
const MOST_BLOCKS = 200;

/** Sets of blocks, each of one enterprise. */
export function groupAgreeingBlocks(
  blocks: readonly Block[],
  names: readonly NameLine[],
  numbers: readonly NumberedCell[],
): ReadonlyMap<Block, ReadonlySet<Block>> {
  const groups = new Map<Block, Set<Block>>(blocks.map((block) => [block, new Set([block])]));
  const join = (one: Block, other: Block): void => {
    const [first, second] = [groups.get(one)!, groups.get(other)!];
    if (first === second) return;
    for (const block of second) {
      first.add(block);
      groups.set(block, first);
    }
  };
  const facts = [...blocks]
    .sort((one, other) => one.page - other.page || Number(other.isFoot) - Number(one.isFoot))
    .map((block) => describeBlock(block, names, numbers))
    .filter(hasFacts)
    .slice(0, MOST_BLOCKS);
  for (const [index, one] of facts.entries())
    for (const other of facts.slice(index + 1)) if (isAgreeing(one, other)) join(one.block, other.block);
  return groups;
}

interface BlockFacts {
  readonly block: Block;
  readonly names: readonly string[];
  readonly keys: readonly string[];
  readonly domains: readonly string[];
  readonly places: readonly string[];
}

function describeBlock(block: Block, names: readonly NameLine[], numbers: readonly NumberedCell[]): BlockFacts {
  return {
    block,
    names: names.filter((line) => line.block === block).map(({ name }) => toLetters(name)),
    keys: numbers.filter((each) => each.block === block).map(({ key }) => key),
    domains: block.cells.flatMap(({ text }) => findDomains(text)),
    places: block.cells.flatMap(({ text }) => {
      const place = findPlace(text);
      return place ? [`${place.postalCode} ${toLetters(place.city)}`] : [];
    }),
  };
}

const hasFacts = ({ names, keys, domains, places }: BlockFacts): boolean =>
  names.length + keys.length + domains.length + places.length > 0;

const hasShared = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((value) => other.includes(value));

function isAgreeing(one: BlockFacts, other: BlockFacts): boolean {
  return (
    hasShared(one.keys, other.keys) ||
    hasShared(one.domains, other.domains) ||
    hasShared(one.places, other.places) ||
    one.names.some((name) => other.names.some((another) => isSameName(name, another))) ||
    isDomainNamed(one, other) ||
    isDomainNamed(other, one) ||
    (isContinued(one.block, other.block) && (one.places.length === 0 || other.places.length === 0))
  );
}

/** A logo often has only the beginning of a name. */
const isSameName = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= 4 && (one.startsWith(other) || other.startsWith(one));

const isDomainNamed = ({ domains }: BlockFacts, { names }: BlockFacts): boolean =>
  domains.some((domain) => names.some((name) => isDomainOfName(domain, name)));

/** Largest gap between parts of a column, and between a line and the block under it, in points. */
const COLUMN_GAP = 18;
const LINE_GAP = 13;

function isContinued(one: Block, other: Block): boolean {
  const [upper, lower] = one.top <= other.top ? [one, other] : [other, one];
  const gap = lower.top - upper.bottom;
  if (upper.page !== lower.page || gap < 0) return false;
  const isAligned = Math.abs(upper.left - lower.left) < 3 || Math.abs(upper.right - lower.right) < 3;
  return (isAligned && gap < COLUMN_GAP) || (gap < LINE_GAP && isMostlyOver(upper, lower));
}

/** Half of the narrower block is over or under the other one. */
const isMostlyOver = (upper: Block, lower: Block): boolean =>
  Math.min(upper.right, lower.right) - Math.max(upper.left, lower.left) >=
  0.5 * Math.min(upper.right - upper.left, lower.right - lower.left);
