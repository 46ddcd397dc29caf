import { toSearchable } from '../../text.ts';
import type { OwnIdentity } from '../sheet.ts';
import type { Block } from './blocks.ts';
import { CUSTOMER_LABELS, DELIVERY_LABELS, isPartyLabel, SUPPLIER_LABELS } from './labels.ts';
import type { Cell } from './layout.ts';
import { hasName, toLetters } from './names.ts';
import { findEmails, findPlace } from './places.ts';

/** Sides of a document: which blocks belong to the company itself, and which may name the counterparty. */
export interface Sides {
  /** Blocks that may belong to the counterparty. */
  readonly others: readonly Block[];
  /** Blocks of the company and of the places it has goods delivered to. */
  readonly excluded: ReadonlySet<Block>;
  /** The company is named together with its address, so that no other block can be its own. */
  readonly isOwnBlockFound: boolean;
  /** True for a block whose heading names the side of the counterparty. */
  isLabelled(block: Block): boolean;
}

export interface OwnCells {
  readonly own: OwnIdentity;
  readonly ownPlaces: readonly Cell[];
  /** Cells with a number or an account of another party. */
  readonly foreign: readonly Cell[];
  readonly direction: 'purchase' | 'sale' | null;
}

export function findSides(blocks: readonly Block[], found: OwnCells): Sides {
  const isSale = found.direction === 'sale';
  const [wanted, unwanted] = isSale ? [CUSTOMER_LABELS, SUPPLIER_LABELS] : [SUPPLIER_LABELS, CUSTOMER_LABELS];
  const mine = blocks.filter((block) => isOwnBlock(block, found) || hasHeading(block, unwanted));
  const excluded = new Set([...mine, ...blocks.filter((block) => hasHeading(block, DELIVERY_LABELS))]);
  return {
    others: blocks.filter((block) => !excluded.has(block)),
    excluded,
    isOwnBlockFound: mine.some((block) => block.cells.some(({ text }) => findPlace(text) !== null)),
    isLabelled: (block) => hasHeading(block, wanted),
  };
}

/** A heading is the first line of its block. */
const hasHeading = ({ cells }: Block, labels: RegExp): boolean =>
  cells[0]!.text.length < 60 && isPartyLabel(cells[0]!.plain, labels);

/** By number, name, address or e-mail address of the company, unless the block also has numbers of another party. */
function isOwnBlock({ cells }: Block, { own, ownPlaces, foreign }: OwnCells): boolean {
  if (cells.some((cell) => foreign.includes(cell))) return false;
  return (
    cells.some((cell) => ownPlaces.includes(cell) || hasName(cell.plain, own.name) || hasOwnEmail(cell, own)) ||
    hasOwnAddress(cells, own)
  );
}

export const hasOwnEmail = ({ text }: Cell, { name }: OwnIdentity): boolean =>
  findEmails(text).some(({ domain }) => isDomainOfName(domain, name));

/** «info@holzbau-reinhardt.de» belongs to «Holzbau Reinhardt GmbH». */
export function isDomainOfName(domain: string, name: string): boolean {
  const labels = domain.split('.').slice(0, -1).map(toLetters);
  const label = labels.reduce((longest, each) => (each.length > longest.length ? each : longest), '');
  const letters = toLetters(name);
  return letters.length >= 4 && label.length >= 4 && (label.includes(letters) || letters.includes(label));
}

function hasOwnAddress(cells: readonly Cell[], { address }: OwnIdentity): boolean {
  if (!address?.postalCode || !address.street) return false;
  const place = cells.findIndex(({ text }) => findPlace(text)?.postalCode === address.postalCode);
  if (place < 0) return false;
  const street = toLetters(address.street);
  const number = /\d+/.exec(address.street)?.[0];
  return cells
    .slice(Math.max(0, place - 2), place + 1)
    .some(
      ({ plain }) =>
        street.length >= 4 &&
        toLetters(plain).includes(street) &&
        (number === undefined || new RegExp(`\\b${number}\\b`).test(toSearchable(plain))),
    );
}
