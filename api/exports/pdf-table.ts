import type { Language } from '../../domain/language.ts';
import { turnKeeper } from '../../turns.ts';
import type { Column, Row, Table } from './document.ts';
import { writtenCell } from './notation.ts';
import { carriedTotals } from './carried-totals.ts';
import { COLOURS, LEFT, type Pen, type Style } from './pdf-page.ts';

const SIZE = 8;
const PADDING = 3.5;
const LINE_HEIGHT = SIZE + 2 * PADDING + 2;
const GAP = 8;
/** Of a row that lies below others, for each step. */
const INDENT = 8;
const HEADER_HEIGHT = 17;
const TALL_HEADER_HEIGHT = 27;
const TITLE_HEIGHT = 20;
/** A title with its header alone at the foot of a page helps nobody. */
const LEAST_ROOM = TITLE_HEIGHT + HEADER_HEIGHT + 40;

/** A note of five thousand characters must not fill pages. */
const MAX_TEXT_HEIGHT = 20 * SIZE;

interface PlacedColumn extends Column {
  readonly x: number;
  /** Of its text, without the gap to the next one. */
  readonly room: number;
}

/** Draws the table from `y` on over as many pages as it takes, and gives the place below it. */
export async function drawTable(
  page: Pen,
  table: Table,
  language: Language,
  y: number,
  newPage: () => number,
): Promise<number> {
  const onPaper = table.columns.filter(({ isOffPaper }) => isOffPaper !== true);
  const columns = placed(onPaper, page.right);
  const carried = carriedTotals(onPaper, language);
  let place = y + LEAST_ROOM > page.bottom ? newPage() : y;
  place = drawTitle(page, table, place);
  const isTall = table.hasTallHeader === true;
  place = drawHeader(page, columns, place, isTall);
  let count = 0;
  const turn = turnKeeper();
  const drawCarried = (row: Row | null): void => {
    if (row === null) return;
    const drawn = measured(page, row, columns, language);
    drawRow(page, drawn, columns, place);
    place += drawn.height;
  };
  for await (const whole of table.rows()) {
    const row = paperRow(whole, table.columns);
    const drawn = measured(page, row, columns, language);
    // A heading takes its first rows along.
    const room = drawn.height + (carried ? LINE_HEIGHT : 0) + (row.isHeading ? 2 * LINE_HEIGHT : 0);
    if (place + room > page.bottom) {
      const isCarried = carried !== null && !row.isHeading;
      if (isCarried) drawCarried(carried.row('carried_forward'));
      place = drawHeader(page, columns, newPage(), isTall);
      if (isCarried) drawCarried(carried.row('brought_forward'));
    }
    carried?.take(row);
    drawRow(page, drawn, columns, place);
    place += drawn.height;
    count += 1;
    await turn();
  }
  if (count === 0 && table.emptyText !== undefined)
    place += page.write(table.emptyText, LEFT + 4, place + 5, { size: SIZE, colour: COLOURS.muted, width: 400 }) + 10;
  return place + 22;
}

const paperRow = (row: Row, columns: readonly Column[]): Row =>
  columns.some(({ isOffPaper }) => isOffPaper)
    ? { ...row, cells: row.cells.filter((_, index) => columns[index]!.isOffPaper !== true) }
    : row;

function placed(columns: readonly Column[], right: number): PlacedColumn[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  let x = LEFT;
  return columns.map((column) => {
    const width = (column.width / total) * (right - LEFT);
    const at = { ...column, x: x + GAP / 2, room: width - GAP };
    x += width;
    return at;
  });
}

function drawTitle(page: Pen, { title, note }: Table, y: number): number {
  if (title === '' && note === undefined) return y;
  page.line(title, LEFT, y, { size: 11, font: 'bold', colour: COLOURS.accent, width: 300 });
  if (note !== undefined)
    page.line(note, page.right - 200, y + 2, { size: 8, colour: COLOURS.muted, width: 200, align: 'right' });
  return y + TITLE_HEIGHT;
}

const alignOf = ({ kind }: Column) => (kind === 'text' || kind === 'date' ? 'left' : 'right');

function drawHeader(page: Pen, columns: readonly PlacedColumn[], y: number, isTall: boolean): number {
  const height = isTall ? TALL_HEADER_HEIGHT : HEADER_HEIGHT;
  page.pdf.rect(LEFT, y, page.right - LEFT, height).fill(COLOURS.shade);
  for (const column of columns) {
    const style = { size: 7.5, font: 'bold', colour: COLOURS.accent, width: column.room } as const;
    const whole = { ...style, align: alignOf(column) } as const;
    if (isTall && !isOnOneLine(page, column.label, style)) drawHalves(page, column, y, whole);
    else page.line(column.label, column.x, y + (height - 7) / 2, whole);
  }
  return y + height;
}

/** In two lines, parted where the longer one is shortest; each is made to fit. */
function drawHalves(page: Pen, { label, x }: PlacedColumn, y: number, style: Style): void {
  const words = label.split(' ');
  const parted = words.map((_, index) => [words.slice(0, index).join(' '), words.slice(index).join(' ')] as const);
  const longest = ([one, other]: readonly [string, string]): number => Math.max(one.length, other.length);
  const [first, second] = parted.reduce((best, one) => (longest(one) < longest(best) ? one : best));
  if (first !== '') page.line(first, x, y + 5, style);
  page.line(second, x, y + (first === '' ? (TALL_HEADER_HEIGHT - 7) / 2 : 14), style);
}

const isOnOneLine = (page: Pen, text: string, style: Style): boolean =>
  page.heightOf(text, style) <= page.heightOf('', style);

interface MeasuredRow {
  readonly texts: readonly string[];
  readonly height: number;
  readonly style: Pick<Style, 'size' | 'font' | 'maxHeight' | 'colour'>;
  readonly row: Row;
  /** Which cell is moved to the right for its level. */
  readonly indented: number;
}

function measured(page: Pen, row: Row, columns: readonly PlacedColumn[], language: Language): MeasuredRow {
  const isSetApart = row.isTotal === true || row.isHeading === true;
  const style = {
    size: SIZE,
    font: isSetApart ? 'bold' : 'regular',
    maxHeight: MAX_TEXT_HEIGHT,
    ...(row.isHeading && { colour: COLOURS.accent }),
  } as const;
  const texts = row.cells.map((cell, index) => writtenCell(cell, columns[index]!.kind, language));
  const indented = row.level ? row.cells.findIndex((cell) => typeof cell === 'object' && cell !== null) : -1;
  let height = SIZE;
  columns.forEach(({ kind }, index) => {
    const room = roomOf(index, row, columns);
    const width = index === indented ? room - row.level! * INDENT : room;
    if (kind === 'text' && texts[index]) height = Math.max(height, page.heightOf(texts[index], { ...style, width }));
  });
  return { texts, height: height + 2 * PADDING, style, row, indented };
}

/** The name of rows may run over the empty columns behind it. */
function roomOf(index: number, { cells, isHeading }: Row, columns: readonly PlacedColumn[]): number {
  const own = columns[index]!;
  if (!isHeading) return own.room;
  let last = index;
  while (last + 1 < columns.length && cells[last + 1] === null) last += 1;
  return columns[last]!.x + columns[last]!.room - own.x;
}

/** Text may take several lines; a number or a date stays whole on one. */
function drawRow(
  page: Pen,
  { texts, height, style, row, indented }: MeasuredRow,
  columns: readonly PlacedColumn[],
  y: number,
) {
  columns.forEach((column, index) => {
    const text = texts[index];
    if (!text) return;
    const shift = index === indented ? row.level! * INDENT : 0;
    const whole = { ...style, width: roomOf(index, row, columns) - shift, align: alignOf(column) } as const;
    if (column.kind === 'text') page.write(text, column.x + shift, y + PADDING, whole);
    else page.line(text, column.x, y + PADDING, whole);
  });
  page.rule(y + height, row.isTotal === true ? COLOURS.muted : COLOURS.rule);
}
