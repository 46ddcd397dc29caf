import type { Language } from '../../domain/language.ts';
import { turnKeeper } from '../../turns.ts';
import type { Column, Row, Table } from './document.ts';
import { writtenCell } from './notation.ts';
import { BODY_BOTTOM, COLOURS, LEFT, RIGHT, type Pen, type Style } from './pdf-page.ts';

const SIZE = 8;
const PADDING = 3.5;
const GAP = 8;
const HEADER_HEIGHT = 17;
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
  const columns = placed(table.columns);
  let place = y + LEAST_ROOM > BODY_BOTTOM ? newPage() : y;
  place = drawTitle(page, table, place);
  place = drawHeader(page, columns, place);
  let count = 0;
  const turn = turnKeeper();
  for await (const row of table.rows()) {
    const drawn = measured(page, row, columns, language);
    if (place + drawn.height > BODY_BOTTOM) place = drawHeader(page, columns, newPage());
    drawRow(page, drawn, columns, place);
    place += drawn.height;
    count += 1;
    await turn();
  }
  if (count === 0 && table.emptyText !== undefined)
    place += page.write(table.emptyText, LEFT + 4, place + 5, { size: SIZE, colour: COLOURS.muted, width: 400 }) + 10;
  return place + 22;
}

function placed(columns: readonly Column[]): PlacedColumn[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  let x = LEFT;
  return columns.map((column) => {
    const width = (column.width / total) * (RIGHT - LEFT);
    const at = { ...column, x: x + GAP / 2, room: width - GAP };
    x += width;
    return at;
  });
}

function drawTitle(page: Pen, { title, note }: Table, y: number): number {
  page.line(title, LEFT, y, { size: 11, font: 'bold', colour: COLOURS.accent, width: 300 });
  if (note !== undefined)
    page.line(note, RIGHT - 200, y + 2, { size: 8, colour: COLOURS.muted, width: 200, align: 'right' });
  return y + TITLE_HEIGHT;
}

const alignOf = ({ kind }: Column) => (kind === 'amount' || kind === 'integer' ? 'right' : 'left');

function drawHeader(page: Pen, columns: readonly PlacedColumn[], y: number): number {
  page.pdf.rect(LEFT, y, RIGHT - LEFT, HEADER_HEIGHT).fill(COLOURS.shade);
  for (const column of columns) {
    const style = { size: 7.5, font: 'bold', colour: COLOURS.accent, width: column.room } as const;
    page.line(column.label, column.x, y + 5, { ...style, align: alignOf(column) });
  }
  return y + HEADER_HEIGHT;
}

interface MeasuredRow {
  readonly texts: readonly string[];
  readonly height: number;
  readonly style: Pick<Style, 'size' | 'font' | 'maxHeight'>;
  readonly isTotal: boolean;
}

function measured(page: Pen, row: Row, columns: readonly PlacedColumn[], language: Language): MeasuredRow {
  const isTotal = row.isTotal === true;
  const style = { size: SIZE, font: isTotal ? 'bold' : 'regular', maxHeight: MAX_TEXT_HEIGHT } as const;
  const texts = row.cells.map((cell, index) => writtenCell(cell, columns[index]!.kind, language));
  let height = SIZE;
  columns.forEach(({ kind, room }, index) => {
    if (kind === 'text' && texts[index])
      height = Math.max(height, page.heightOf(texts[index], { ...style, width: room }));
  });
  return { texts, height: height + 2 * PADDING, style, isTotal };
}

/** Text may take several lines; a number or a date stays whole on one. */
function drawRow(
  page: Pen,
  { texts, height, style, isTotal }: MeasuredRow,
  columns: readonly PlacedColumn[],
  y: number,
) {
  columns.forEach((column, index) => {
    const text = texts[index];
    if (!text) return;
    const whole = { ...style, width: column.room, align: alignOf(column) } as const;
    if (column.kind === 'text') page.write(text, column.x, y + PADDING, whole);
    else page.line(text, column.x, y + PADDING, whole);
  });
  page.rule(y + height, isTotal ? COLOURS.muted : COLOURS.rule);
}
