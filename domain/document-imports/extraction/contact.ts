import type { OwnIdentity } from '../sheet.ts';
import { groupAgreeingBlocks } from './agreement.ts';
import type { Block } from './blocks.ts';
import { computeClarity } from './confidence.ts';
import { findBic } from './identifiers.ts';
import { CUSTOMER_LABELS, SUPPLIER_LABELS } from './labels.ts';
import { measureDistance, type Cell, type Layout } from './layout.ts';
import { chooseName, type ChosenName } from './name-choice.ts';
import { listNameLines } from './name-lines.ts';
import { hasName } from './names.ts';
import type { Parties } from './parties.ts';
import { findEmails, findPlace } from './places.ts';
import { hasOwnEmail } from './sides.ts';

/** Name, address and contact data of the counterparty, from blocks that agree with each other. */
export interface Contact {
  readonly name: string | null;
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly bic: string | null;
  /** From 0 to 1: less if the name comes from another block than the numbers, or if it is not clearly legible. */
  readonly agreement: number;
}

const PHONE = /(?<!\p{L})(?:tel|phone|tél|gsm|telefon|telefoon|téléphone)[^\d+]{0,6}(\+?\d[\d\s./()-]{7,18}\d)/iu;

export function extractContact(layout: Layout, parties: Parties, own: OwnIdentity, country: string | null): Contact {
  const { sides, anchor, known, direction } = parties;
  const labels = direction === 'sale' ? CUSTOMER_LABELS : SUPPLIER_LABELS;
  const names = listNameLines(layout, sides.others, own, labels);
  const groups = groupAgreeingBlocks(sides.others, names, parties.numbers);
  const chosen = chooseName({ layout, names, groups, parties });
  const nameCell = known ? findKnownCell(sides.others, known.name) : (chosen?.line.cell ?? null);
  const near = nameCell ?? anchor;
  const blocks = listPartyBlocks(near, chosen, anchor, groups);
  const place = findPlaceIn(blocks, near);
  // Blocks with an address of their own belong to others.
  const loose = sides.others.filter(({ cells }) => cells.every(({ text }) => findPlace(text) === null));
  return {
    name: known?.name ?? chosen?.line.name ?? null,
    ...(place ?? { address: null, postalCode: null, city: null }),
    country: country ?? place?.country ?? null,
    email: findEmail(blocks, loose, near, own),
    phone: findPhone(blocks, near) ?? findPhone(loose, near),
    bic: direction === 'sale' ? null : findFirstBic(sides.others),
    agreement: known ? 1 : chosen ? chosen.agreement * computeClarity(chosen.line.cell, chosen.line.name) : NAMELESS,
  };
}

/** Evidence of a party without a name. */
const NAMELESS = 0.7;

const findKnownCell = (blocks: readonly Block[], name: string): Cell | null =>
  blocks.flatMap(({ cells }) => cells).find((cell) => hasName(cell.plain, name)) ?? null;

/** The block with the name first, then those that agree with it. */
function listPartyBlocks(
  near: Cell | null,
  chosen: ChosenName | null,
  anchor: Cell | null,
  groups: ReadonlyMap<Block, ReadonlySet<Block>>,
): Block[] {
  const findBlock = (cell: Cell | null): Block | undefined =>
    cell === null ? undefined : [...groups.keys()].find(({ cells }) => cells.includes(cell));
  const own = findBlock(near);
  const all = [own, chosen?.line.block, findBlock(anchor)].filter((block) => block !== undefined);
  return [...new Set([...all, ...all.flatMap((block) => [...(groups.get(block) ?? [])])])];
}

type PlaceFacts = Pick<Contact, 'address' | 'postalCode' | 'city' | 'country'>;

function findPlaceIn(blocks: readonly Block[], near: Cell | null): PlaceFacts | null {
  for (const block of blocks) {
    const cells = block.cells.filter(({ text }) => findPlace(text) !== null);
    const cell = near ? cells.sort(byDistanceTo(near))[0] : cells[0];
    const place = cell ? findPlace(cell.text) : null;
    if (!cell || !place) continue;
    const { postalCode, city, country } = place;
    return { address: findStreet(block, cell, place.start), postalCode, city, country };
  }
  return null;
}

/** Text before the place in its line, or the line above it. */
function findStreet({ cells }: Block, cell: Cell, start: number): string | null {
  const before = cell.text
    .slice(0, start)
    .replace(/[\s,–|•·-]+$/u, '')
    .replace(/^[\p{L} .’'-]{2,30}:\s*/u, '')
    .split(/\s+[-–|•·]\s+/u)
    .at(-1)!;
  if (before.length > 4 && /\d/.test(before)) {
    const parts = before.split(/,\s+/);
    return parts.slice(Math.max(0, parts.length - (/\d/.test(parts.at(-1)!) ? 1 : 2))).join(', ');
  }
  const over = cells.findLast((other) => other.row < cell.row && Math.abs(other.left - cell.left) < 60);
  return over && /\p{L}{3}/u.test(over.text) && !/:\s*$/.test(over.text) ? over.text : null;
}

const byDistanceTo =
  (near: Cell) =>
  (one: Cell, other: Cell): number =>
    measureDistance(one, near) - measureDistance(other, near);

const sortCells = (blocks: readonly Block[], near: Cell | null): Cell[] => {
  const cells = blocks.flatMap((block) => block.cells);
  return near ? cells.sort(byDistanceTo(near)) : cells;
};

function findEmail(
  blocks: readonly Block[],
  loose: readonly Block[],
  near: Cell | null,
  own: OwnIdentity,
): string | null {
  for (const cell of [...sortCells(blocks, near), ...sortCells(loose, near)]) {
    const [found] = hasOwnEmail(cell, own) ? [] : findEmails(cell.text);
    if (found) return found.email;
  }
  return null;
}

function findPhone(blocks: readonly Block[], near: Cell | null): string | null {
  for (const { text } of sortCells(blocks, near)) {
    const phone = PHONE.exec(text)?.[1]?.trim();
    if (phone !== undefined) return phone;
  }
  return null;
}

const findFirstBic = (blocks: readonly Block[]): string | null =>
  blocks
    .flatMap(({ cells }) => cells)
    .map(findBic)
    .find((bic) => bic !== null) ?? null;
