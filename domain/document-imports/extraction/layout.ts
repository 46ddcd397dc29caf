import { toSearchable } from '../../text.ts';
import type { PageOfWords, Word } from './words.ts';

/**
 * Groups words into rows, and rows into cells: words close together form one text. A label and its value are found as
 * neighbours, regardless of the columns and boxes of a document.
 */
export interface Cell {
  readonly text: string;
  /** Without accents and case. */
  readonly plain: string;
  readonly words: readonly Word[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly page: number;
  /** Row number within the document. */
  readonly row: number;
}

export interface Row {
  readonly cells: readonly Cell[];
  readonly text: string;
  readonly page: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Layout {
  readonly rows: readonly Row[];
  readonly cells: readonly Cell[];
  readonly pages: readonly PageOfWords[];
}

/** More than any invoice has; further words are ignored. */
const MAX_WORDS = 12_000;
/** Minimum gap between cells, as a multiple of the letter height. */
const CELL_GAP = 0.95;

export function buildLayout(pages: readonly PageOfWords[]): Layout {
  const rows: Row[] = [];
  let left = MAX_WORDS;
  for (const page of pages) {
    const words = page.words.slice(0, left).filter(({ text }) => text.trim() !== '');
    left -= words.length;
    for (const group of groupIntoRows(words)) {
      const cells = groupIntoCells(group).map((part) => buildCell(part, page.number, rows.length));
      rows.push({
        cells,
        text: cells.map(({ text }) => text).join('  '),
        page: page.number,
        top: Math.min(...cells.map(({ top }) => top)),
        bottom: Math.max(...cells.map(({ bottom }) => bottom)),
      });
    }
  }
  return { rows, cells: rows.flatMap(({ cells }) => cells), pages };
}

const computeMiddle = ({ top, bottom }: { readonly top: number; readonly bottom: number }): number =>
  (top + bottom) / 2;

/** From top to bottom; a word belongs to the row whose height contains its middle. */
function groupIntoRows(words: readonly Word[]): Word[][] {
  const rows: { words: Word[]; middle: number; height: number }[] = [];
  const sorted = [...words].sort((one, other) => computeMiddle(one) - computeMiddle(other));
  for (const word of sorted) {
    const height = word.bottom - word.top;
    const row = rows
      .slice(-4)
      .findLast(
        (candidate) => Math.abs(candidate.middle - computeMiddle(word)) < Math.min(candidate.height, height) * 0.55,
      );
    if (!row) rows.push({ words: [word], middle: computeMiddle(word), height });
    else {
      row.words.push(word);
      // On skewed pages the row follows its words up or down.
      row.middle = row.middle * 0.7 + computeMiddle(word) * 0.3;
      row.height = Math.max(row.height, Math.min(height, row.height * 1.5));
    }
  }
  return rows.map((row) => row.words.sort((one, other) => one.left - other.left));
}

function groupIntoCells(row: readonly Word[]): Word[][] {
  const cells: Word[][] = [];
  for (const word of row) {
    const last = cells.at(-1)?.at(-1);
    const height = last ? Math.min(last.bottom - last.top, word.bottom - word.top) : 0;
    const isRule = /^[|_¦[\]]+$/.test(word.text);
    if (isRule) {
      cells.push([]);
      continue;
    }
    if (last && word.left - last.right < Math.max(height, 4) * CELL_GAP) cells.at(-1)!.push(word);
    else cells.push([word]);
  }
  return cells.filter((words) => words.length > 0);
}

function buildCell(words: readonly Word[], page: number, row: number): Cell {
  const text = words.map((word) => word.text).join(' ');
  return {
    text,
    plain: toSearchable(text),
    words,
    left: Math.min(...words.map((word) => word.left)),
    right: Math.max(...words.map((word) => word.right)),
    top: Math.min(...words.map((word) => word.top)),
    bottom: Math.max(...words.map((word) => word.bottom)),
    page,
    row,
  };
}

const getHeight = ({ top, bottom }: Cell): number => Math.max(1, bottom - top);

/** Cells to the right in the same row, nearest first. */
export function listCellsRight(layout: Layout, cell: Cell): readonly Cell[] {
  return layout.rows[cell.row]!.cells.filter(({ left }) => left > cell.left);
}

/** Cells to the left in the same row, nearest first. */
export function listCellsLeft(layout: Layout, cell: Cell): readonly Cell[] {
  return layout.rows[cell.row]!.cells.filter(({ left }) => left < cell.left).reverse();
}

const isOverlapping = (one: Cell, other: Cell, slack: number): boolean =>
  one.left < other.right + slack && other.left < one.right + slack;

/** Cells below, within about `heights` letter heights, nearest first. */
export function listCellsBelow(layout: Layout, cell: Cell, heights = 3.2, slack = 3): readonly Cell[] {
  const limit = cell.bottom + heights * getHeight(cell);
  return layout.rows
    .slice(cell.row + 1, cell.row + 12)
    .filter(({ page, top }) => page === cell.page && top < limit)
    .flatMap(({ cells }) =>
      cells.filter((other) => isOverlapping(cell, other, slack) && other.top > computeMiddle(cell)),
    );
}

/** Cells above, nearest first. */
export function listCellsAbove(layout: Layout, cell: Cell, rows = 12, slack = 3): readonly Cell[] {
  return layout.rows
    .slice(Math.max(0, cell.row - rows), cell.row)
    .reverse()
    .filter(({ page }) => page === cell.page)
    .flatMap(({ cells }) => cells.filter((other) => isOverlapping(cell, other, slack)));
}

/** Distance between two cells; cells below each other count as closer than cells side by side. */
export function measureDistance(one: Cell, other: Cell): number {
  if (one.page !== other.page) return 2_000;
  const across = Math.max(0, Math.max(one.left, other.left) - Math.min(one.right, other.right));
  const down = Math.max(0, Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom));
  return across * 1.3 + down;
}
