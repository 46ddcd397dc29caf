import type { Language } from '../../domain/language.ts';
import { createTurnKeeper } from '../../support/yielding.ts';
import type { Column, Row, Table } from './document.ts';
import { formatCell } from './notation.ts';
import { createCarriedTotals } from './carried-totals.ts';
import { COLOURS, LEFT, type Pen, type Style } from './pdf-page.ts';
import { PAGE_WORDS } from './pdf-words.ts';

const SIZE = 8;
const PADDING = 3.5;
const LINE_HEIGHT = SIZE + 2 * PADDING + 2;
const GAP = 8;
/** Indentation per level. */
const INDENT = 8;
const HEADER_HEIGHT = 17;
const HEADER_SIZE = 7.5;
/** Line spacing in column headers. */
const HEADER_LINE = HEADER_SIZE + 1.5;
const TITLE_HEIGHT = 20;
/** Avoids a title with only its header at the bottom of a page. */
const LEAST_ROOM = TITLE_HEIGHT + HEADER_HEIGHT + 40;

/** A note of five thousand characters must not fill whole pages. */
const MAX_TEXT_HEIGHT = 20 * SIZE;

interface PlacedColumn extends Column {
  readonly x: number;
  /** Width of the text, without the gap to the next column. */
  readonly room: number;
}

/** Draws the table from `y` over as many pages as needed, and returns the y position below it. */
export async function drawTable(
  page: Pen,
  table: Table,
  language: Language,
  y: number,
  newPage: () => number,
): Promise<number> {
  const onPaper = table.columns.filter(({ isOffPaper }) => isOffPaper !== true);
  const columns = placeColumns(onPaper, page.right);
  const carried = createCarriedTotals(onPaper, language);
  let place = y + LEAST_ROOM > page.bottom ? newPage() : y;
  place = drawTitle(page, table, place);
  const header = layOutHeader(page, columns);
  const continued = { title: table.title && PAGE_WORDS.continued[language].replace('{title}', () => table.title) };
  place = drawHeader(page, header, place);
  let count = 0;
  const turn = createTurnKeeper();
  const heading = createHeadingTracker();
  const drawCarried = (row: Row | null): void => {
    if (row === null) return;
    const drawn = measureRow(page, row, columns, language);
    drawRow(page, drawn, columns, place);
    place += drawn.height;
  };
  for await (const whole of table.streamRows()) {
    const row = toPaperRow(whole, table.columns);
    const drawn = measureRow(page, row, columns, language);
    // A heading stays together with its first rows.
    const room = drawn.height + (carried ? LINE_HEIGHT : 0) + (row.isHeading ? 2 * LINE_HEIGHT : 0);
    if (place + room > page.bottom) {
      const isCarried = carried !== null && !row.isHeading;
      if (isCarried) drawCarried(carried.buildRow('carried_forward'));
      // Repeat the title and heading, so that each page shows what its rows belong to.
      place = drawHeader(page, header, drawTitle(page, continued, newPage()));
      if (!row.isHeading) drawCarried(heading.getHeading());
      if (isCarried) drawCarried(carried.buildRow('brought_forward'));
    }
    heading.addRow(row);
    carried?.addRow(row);
    drawRow(page, drawn, columns, place);
    place += drawn.height;
    count += 1;
    await turn();
  }
  if (count === 0 && table.emptyText !== undefined)
    place += page.write(table.emptyText, LEFT + 4, place + 5, { size: SIZE, colour: COLOURS.muted, width: 400 }) + 10;
  return place + 22;
}

/** Tracks the heading of the next row; none after the total that ends its rows. */
function createHeadingTracker(): { addRow(row: Row): void; getHeading(): Row | null } {
  let above: Row | null = null;
  let hasRows = false;
  return {
    getHeading: () => above,
    addRow(row) {
      if (row.isHeading) [above, hasRows] = [row, false];
      else if (!row.isTotal) hasRows = true;
      else if (hasRows) above = null;
    },
  };
}

const toPaperRow = (row: Row, columns: readonly Column[]): Row =>
  columns.some(({ isOffPaper }) => isOffPaper)
    ? { ...row, cells: row.cells.filter((_, index) => columns[index]!.isOffPaper !== true) }
    : row;

function placeColumns(columns: readonly Column[], right: number): PlacedColumn[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  let x = LEFT;
  return columns.map((column) => {
    const width = (column.width / total) * (right - LEFT);
    const at = { ...column, x: x + GAP / 2, room: width - GAP };
    x += width;
    return at;
  });
}

function drawTitle(page: Pen, { title, note }: Pick<Table, 'title' | 'note'>, y: number): number {
  if (title === '' && note === undefined) return y;
  page.writeLine(title, LEFT, y, { size: 11, font: 'bold', colour: page.accent, width: 300 });
  if (note !== undefined)
    page.writeLine(note, page.right - 200, y + 2, { size: 8, colour: COLOURS.muted, width: 200, align: 'right' });
  return y + TITLE_HEIGHT;
}

const getAlignment = ({ kind }: Column) => (kind === 'text' || kind === 'date' ? 'left' : 'right');

interface Header {
  readonly names: readonly { readonly column: PlacedColumn; readonly lines: readonly string[] }[];
  readonly height: number;
}

/** A column header takes as many lines as its words need. */
function layOutHeader(page: Pen, columns: readonly PlacedColumn[]): Header {
  const names = columns.map((column) => ({
    column,
    lines: page.breakLines(column.label, getHeaderStyle(column, page)),
  }));
  const most = Math.max(1, ...names.map(({ lines }) => lines.length));
  return { names, height: HEADER_HEIGHT + (most - 1) * HEADER_LINE };
}

const getHeaderStyle = (column: PlacedColumn, page: Pen): Style => ({
  size: HEADER_SIZE,
  font: 'bold',
  colour: page.accent,
  width: column.room,
  align: getAlignment(column),
});

function drawHeader(page: Pen, { names, height }: Header, y: number): number {
  page.pdf.rect(LEFT, y, page.right - LEFT, height).fill(COLOURS.shade);
  for (const { column, lines } of names) {
    // Headers are aligned to the bottom.
    const top = y + height - HEADER_HEIGHT + 5 - (lines.length - 1) * HEADER_LINE;
    lines.forEach((line, index) =>
      page.writeLine(line, column.x, top + index * HEADER_LINE, getHeaderStyle(column, page)),
    );
  }
  return y + height;
}

interface MeasuredRow {
  readonly texts: readonly string[];
  readonly height: number;
  readonly style: Omit<Style, 'width' | 'align'>;
  readonly row: Row;
  /** Index of the cell that is indented. */
  readonly indented: number;
}

function measureRow(page: Pen, row: Row, columns: readonly PlacedColumn[], language: Language): MeasuredRow {
  const isSetApart = row.isTotal === true || row.isHeading === true;
  const style = {
    size: SIZE,
    font: isSetApart ? 'bold' : 'regular',
    maxHeight: MAX_TEXT_HEIGHT,
    keepsWords: true,
    ...(row.isHeading && { colour: page.accent }),
  } as const;
  const texts = row.cells.map((cell, index) => formatCell(cell, columns[index]!.kind, language));
  const indented = row.level ? row.cells.findIndex((cell) => typeof cell === 'object' && cell !== null) : -1;
  let height = SIZE;
  columns.forEach(({ kind }, index) => {
    const room = computeCellWidth(index, row, columns);
    const width = index === indented ? room - row.level! * INDENT : room;
    if (kind === 'text' && texts[index])
      height = Math.max(height, page.measureHeight(texts[index], { ...style, width }));
  });
  return { texts, height: height + 2 * PADDING, style, row, indented };
}

/** A heading may extend over the empty columns after it. */
function computeCellWidth(index: number, { cells, isHeading }: Row, columns: readonly PlacedColumn[]): number {
  const own = columns[index]!;
  if (!isHeading) return own.room;
  let last = index;
  while (last + 1 < columns.length && cells[last + 1] === null) last += 1;
  return columns[last]!.x + columns[last]!.room - own.x;
}

/** Text may take several lines; a number or date stays on one. */
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
    const whole = {
      ...style,
      width: computeCellWidth(index, row, columns) - shift,
      align: getAlignment(column),
    } as const;
    if (column.kind === 'text') page.write(text, column.x + shift, y + PADDING, whole);
    else page.writeLine(text, column.x, y + PADDING, whole);
  });
  page.drawRule(y + height, row.isTotal === true ? COLOURS.muted : COLOURS.rule);
}
