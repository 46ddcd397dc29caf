import { toSearchable } from '../../text.ts';
import type { Block } from './blocks.ts';
import type { Layout } from './layout.ts';
import { BANK, type NameLine } from './name-lines.ts';
import { LEGAL_FORM, toLetters } from './names.ts';
import type { Parties } from './parties.ts';
import { findDomains, findPlace } from './places.ts';
import { isDomainOfName } from './sides.ts';

/** The name of the counterparty, from the blocks with its numbers where possible. */
export interface ChosenName {
  readonly line: NameLine;
  readonly agreement: number;
}

interface NameFacts {
  readonly layout: Layout;
  readonly names: readonly NameLine[];
  readonly groups: ReadonlyMap<Block, ReadonlySet<Block>>;
  readonly parties: Parties;
}

/** Least score of a name, and least lead over another one. */
const LEAST = 0.5;
/** Without a number the first line of a page may be anything. */
const LEAST_WITHOUT_NUMBER = 1.2;
const CLEAR_LEAD = 0.4;
/** Below this, the first line of a block may be a person or a slogan. */
const CONVINCING = 1;
/** Lead of a name with a legal form over everything else on the page. */
const WIDE_LEAD = 1.2;

/** The name and the numbers are in blocks that agree, in blocks that can only be of the same party, or in others. */
const AGREEING = 1;
const ALONE = 0.9;
const AMBIGUOUS = 0.75;
const APART = 0.72;

interface Scored {
  readonly line: NameLine;
  readonly score: number;
}

export function chooseName(facts: NameFacts): ChosenName | null {
  const { groups, parties } = facts;
  const least = parties.numbers.length > 0 ? LEAST : LEAST_WITHOUT_NUMBER;
  const scored = facts.names
    .filter(({ block }) => isPartyBlock(block, facts))
    .map((line) => ({ line, score: scoreName(line, facts) }))
    .filter(({ score }) => score > least)
    .sort((one, other) => other.score - one.score);
  const numbered = findNumberedGroup(facts);
  const inGroup = scored.filter(({ line }) => numbered?.has(line.block));
  const candidates = inGroup.length > 0 ? inGroup : scored;
  const best = candidates[0];
  if (!best) return null;
  const rival = candidates.find(({ line }) => !isSameName(line, best.line));
  const isClear = !rival || best.score - rival.score >= CLEAR_LEAD;
  const line = findFullName(best, candidates);
  if (inGroup.length > 0) return { line, agreement: isClear && best.score >= CONVINCING ? AGREEING : AMBIGUOUS };
  const isOnly = LEGAL_FORM.test(line.name) && (!rival || best.score - rival.score >= WIDE_LEAD);
  const parts = new Set(
    scored.filter((each) => each.line.hasAddress || each.line.isLabelled).map((each) => groups.get(each.line.block)!),
  );
  const isAlone =
    parties.sides.isOwnBlockFound &&
    (isOnly || (parts.size === 1 && parts.has(groups.get(line.block)!))) &&
    ![...(numbered ?? [])].some((block) => block.cells.some((cell) => isOtherEnterprise(cell.text, line)));
  return { line, agreement: isAlone && isClear ? ALONE : APART };
}

/** The block of the numbers has another enterprise in it, other than a bank. */
const isOtherEnterprise = (text: string, { name }: NameLine): boolean =>
  LEGAL_FORM.test(text) && !BANK.test(toSearchable(text)) && !toLetters(text).includes(toLetters(name));

/** Blocks that say something about a party: a place, a number, a domain or a label; or the top and foot of the page. */
function isPartyBlock(block: Block, { layout, groups, parties }: NameFacts): boolean {
  const page = layout.pages[0];
  if (!page || block.page !== page.number) return false;
  return (
    block.isFoot ||
    block.top < page.height * 0.15 ||
    parties.sides.isLabelled(block) ||
    groups.get(block)!.size > 1 ||
    parties.numbers.some((each) => each.block === block) ||
    block.cells.some(({ text }) => findPlace(text) !== null || findDomains(text).length > 0)
  );
}

/** Blocks of the party whose number or account was found. */
function findNumberedGroup({ groups, parties }: NameFacts): ReadonlySet<Block> | undefined {
  const { anchor, iban } = parties;
  const block = anchor
    ? [...groups.keys()].find(({ cells }) => cells.includes(anchor))
    : parties.numbers.find(({ key }) => key === iban)?.block;
  return block && groups.get(block);
}

function scoreName(line: NameLine, { layout, names, groups, parties }: NameFacts): number {
  const { cell, block, name } = line;
  const isSale = parties.direction === 'sale';
  const group = groups.get(block)!;
  const size = Math.min(1, Math.max(0, (cell.bottom - cell.top) / computeMedianHeight(layout) - 1));
  const domains = listDomains(group);
  const isRepeated = names.some((other) => other.block !== block && group.has(other.block) && isSameName(other, line));
  return (
    (LEGAL_FORM.test(name) ? 1.4 : 0) +
    (line.isLabelled ? 2 : parties.sides.isLabelled(block) && line.isFirst ? 1.5 : 0) +
    (line.hasAddress ? 1 : 0) +
    (line.isFirst ? 0.5 : 0) +
    size * (isSale ? 0.2 : 1.2) +
    (domains.some((domain) => isDomainOfName(domain, name)) ? 1.6 : 0) +
    (isRepeated ? 0.8 : 0) +
    (cell.row <= 2 && !isSale ? 0.4 : 0) -
    (line.isDoubtful ? 1 : 0)
  );
}

/** Logos have the beginning of a name, often in capitals: the full name has a legal form or is longer. */
function findFullName({ line }: Scored, candidates: readonly Scored[]): NameLine {
  const rank = ({ name }: NameLine): number =>
    (LEGAL_FORM.test(name) ? 2 : 0) + (name === name.toUpperCase() ? 0 : 1) + Math.min(0.9, name.length / 100);
  return candidates
    .map((each) => each.line)
    .filter((each) => each === line || isSameName(each, line))
    .reduce((best, each) => (rank(each) > rank(best) ? each : best));
}

function isSameName({ name }: NameLine, other: NameLine): boolean {
  const [one, another] = [toLetters(name), toLetters(other.name)];
  return Math.min(one.length, another.length) >= 3 && (one.startsWith(another) || another.startsWith(one));
}

const domainsByGroup = new WeakMap<ReadonlySet<Block>, readonly string[]>();

function listDomains(group: ReadonlySet<Block>): readonly string[] {
  const domains =
    domainsByGroup.get(group) ?? [...group].flatMap(({ cells }) => cells.flatMap(({ text }) => findDomains(text)));
  domainsByGroup.set(group, domains);
  return domains;
}

const heights = new WeakMap<Layout, number>();

function computeMedianHeight(layout: Layout): number {
  const known = heights.get(layout);
  if (known !== undefined) return known;
  const sorted = layout.cells
    .slice(0, 200)
    .map(({ top, bottom }) => bottom - top)
    .sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 1;
  heights.set(layout, median);
  return median;
}
