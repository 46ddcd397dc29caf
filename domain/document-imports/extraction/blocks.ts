import { CREDIT_NOTE, CUSTOMER_LABELS, DELIVERY_LABELS, INVOICE, isPartyLabel, SUPPLIER_LABELS } from './labels.ts';
import type { Cell, Layout } from './layout.ts';
import { findPlace } from './places.ts';

/**
 * Blocks of a page: lines under each other that are aligned, such as a letterhead, an addressee or the facts of a
 * document. What is at the foot of a page is one block, regardless of its columns.
 */
export interface Block {
  readonly cells: readonly Cell[];
  readonly page: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly isFoot: boolean;
}

/** Largest gap between two lines of a block, in letter heights. */
const LINE_GAP = 1.3;
const FOOT_GAP = 3;
/** Share of the page above the foot. */
const ABOVE_FOOT = 0.88;
/** Deviation of aligned edges, in points. */
const ALIGNED = 6;
/** Blocks that a line may still continue. */
const MOST_OPEN = 40;

export function buildBlocks(layout: Layout): Block[] {
  const heights = new Map(layout.pages.map(({ number, height }) => [number, height]));
  const blocks: Cell[][] = [];
  const feet: Cell[][] = [];
  for (const cell of layout.cells) {
    const isFoot = cell.top > ABOVE_FOOT * (heights.get(cell.page) ?? Infinity);
    const open = isFoot ? feet : blocks;
    const block = isPartyHeading(cell) || isTitle(cell) ? undefined : findBlock(open, cell, isFoot);
    if (block) block.push(cell);
    else open.push([cell]);
  }
  return [...blocks.map((cells) => toBlock(cells, false)), ...feet.map((cells) => toBlock(cells, true))];
}

function findBlock(blocks: readonly Cell[][], cell: Cell, isFoot: boolean): Cell[] | undefined {
  return blocks
    .slice(-MOST_OPEN)
    .findLast((cells) =>
      isFoot
        ? isNearFoot(cells.at(-1)!, cell)
        : isNextLine(cells.at(-1)!, cell) && isAligned(cells.at(-1)!, cell) && !isSenderLine(cells.at(-1)!, cell),
    );
}

const getHeight = ({ top, bottom }: Cell): number => Math.max(1, bottom - top);

const isNearFoot = (last: Cell, cell: Cell): boolean =>
  last.page === cell.page && cell.top - last.bottom < FOOT_GAP * Math.max(getHeight(last), getHeight(cell));

function isNextLine(last: Cell, cell: Cell): boolean {
  const gap = cell.top - last.bottom;
  const height = Math.max(getHeight(last), getHeight(cell));
  return last.page === cell.page && last.row < cell.row && gap > -0.4 * height && gap < LINE_GAP * height;
}

function isAligned(one: Cell, other: Cell): boolean {
  const isClose = (first: number, second: number): boolean => Math.abs(first - second) < ALIGNED;
  return (
    isClose(one.left, other.left) ||
    isClose(one.right, other.right) ||
    isClose((one.left + one.right) / 2, (other.left + other.right) / 2)
  );
}

/** The sender in one small line over the addressee, as in the window of an envelope. */
function isSenderLine(last: Cell, cell: Cell): boolean {
  const place = getHeight(cell) > 1.15 * getHeight(last) ? findPlace(last.text) : null;
  return place !== null && place.start > 12;
}

/** «Client», «Verkäufer:» and the like begin a block of their own. */
const isPartyHeading = ({ plain, text }: Cell): boolean =>
  text.length < 60 &&
  (isPartyLabel(plain, CUSTOMER_LABELS) ||
    isPartyLabel(plain, SUPPLIER_LABELS) ||
    isPartyLabel(plain, DELIVERY_LABELS));

/** The title of a document ends the block above it. */
const isTitle = ({ plain, text }: Cell): boolean =>
  text.length < 60 && plain.search(INVOICE) <= 3 && (INVOICE.test(plain) || CREDIT_NOTE.test(plain));

function toBlock(cells: readonly Cell[], isFoot: boolean): Block {
  return {
    cells,
    page: cells[0]!.page,
    left: Math.min(...cells.map(({ left }) => left)),
    right: Math.max(...cells.map(({ right }) => right)),
    top: Math.min(...cells.map(({ top }) => top)),
    bottom: Math.max(...cells.map(({ bottom }) => bottom)),
    isFoot,
  };
}
