import { decodeEntities } from './html-entities.ts';

/**
 * Text of an HTML message as rows of cells, in the order of the source. HTML is only data here: nothing is run, fetched or
 * styled. Every step goes forward in the text, so that the time grows with its length alone.
 */
export type TextRow = readonly string[];

/** Longer messages are cut. */
const MAX_CHARACTERS = 2_000_000;
const MAX_ROWS = 3_000;
/** Longer lines go on in the next row. */
const MAX_CELL = 1_000;
/** Longer attributes are not looked at. */
const MAX_TAG = 2_000;
const LONGEST_NAME = 40;
/** Deeper tables are read as part of the one around them. */
const MAX_DEPTH = 60;

/** Elements whose content is not text for the reader. */
const UNSEEN = new Set(
  'script style head title noscript template svg math object iframe embed applet select textarea audio video canvas'.split(
    ' ',
  ),
);
const BLOCKS = new Set(
  'p div br hr h1 h2 h3 h4 h5 h6 li ul ol dl dt dd section article header footer main nav aside address blockquote pre center form fieldset figure caption'.split(
    ' ',
  ),
);
/** Without an end tag. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const HIDDEN =
  /\shidden(?=[\s=>/])|style\s*=\s*["']?[^"'>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|max-height\s*:\s*0(?![.\d])|font-size\s*:\s*0(?![.\d]))/i;

interface Table {
  /** Cells of the current row, each with its rows. */
  cells: TextRow[][];
}

/** Where text goes: the document, or a cell. */
interface Container {
  readonly rows: TextRow[];
  line: string;
}

export function extractRows(html: string): readonly TextRow[] {
  const reader = createReader();
  const text = html.slice(0, MAX_CHARACTERS);
  let place = 0;
  while (place < text.length && !reader.isFull()) {
    const start = text.indexOf('<', place);
    if (start === -1) {
      reader.addText(text.slice(place));
      break;
    }
    reader.addText(text.slice(place, start));
    place = readTag(text, start, reader);
  }
  return reader.finish();
}

type Reader = ReturnType<typeof createReader>;

/** Reads the tag at this place, and returns where the text goes on. */
function readTag(text: string, start: number, reader: Reader): number {
  if (text.startsWith('<!--', start)) return findEnd(text, '-->', start + 4);
  if (!/^<[!?/a-z]/i.test(text.slice(start, start + 2))) {
    reader.addText('<');
    return start + 1;
  }
  const end = text.indexOf('>', start);
  if (end === -1) return text.length;
  const tag = /^<(\/?)([a-z][a-z0-9]*)/i.exec(text.slice(start, start + LONGEST_NAME));
  // A declaration or a conditional comment.
  if (!tag) return end + 1;
  const name = tag[2]!.toLowerCase();
  if (tag[1] === '/') reader.closeTag(name);
  else if (UNSEEN.has(name)) return findEnd(text, new RegExp(`</${name}\\s*>`, 'gi'), end + 1);
  else if (!VOID.has(name) && HIDDEN.test(text.slice(start, Math.min(end + 1, start + MAX_TAG))))
    return skipElement(text, name, end + 1);
  else reader.openTag(name);
  return end + 1;
}

function findEnd(text: string, mark: string | RegExp, from: number): number {
  if (typeof mark === 'string') {
    const found = text.indexOf(mark, from);
    return found === -1 ? text.length : found + mark.length;
  }
  mark.lastIndex = from;
  return mark.exec(text) ? mark.lastIndex : text.length;
}

/** Behind the end of an element that contains others of its kind. */
function skipElement(text: string, name: string, from: number): number {
  const tags = new RegExp(`<(/?)${name}(?=[\\s>/])[^>]*>`, 'gi');
  tags.lastIndex = from;
  let depth = 1;
  for (let tag = tags.exec(text); tag; tag = tags.exec(text)) {
    depth += tag[1] === '/' ? -1 : 1;
    if (depth === 0) return tags.lastIndex;
  }
  return text.length;
}

function createReader() {
  const root: Container = { rows: [], line: '' };
  const containers: Container[] = [root];
  const tables: Table[] = [];
  let count = 0;
  let isPreformatted = false;
  const current = (): Container => containers.at(-1)!;

  const endLine = (): void => {
    const container = current();
    const line = container.line.replace(/\s+/g, ' ').trim();
    container.line = '';
    for (let start = 0; start < line.length; start += MAX_CELL) {
      count += 1;
      container.rows.push([line.slice(start, start + MAX_CELL)]);
    }
  };
  const isInCell = (): boolean => containers.length > tables.length;
  const endCell = (): void => {
    if (tables.length === 0 || !isInCell()) return;
    endLine();
    tables.at(-1)!.cells.push(containers.pop()!.rows);
  };
  const endRow = (): void => {
    const table = tables.at(-1);
    if (!table) return;
    endCell();
    current().rows.push(...combineCells(table.cells));
    table.cells = [];
  };

  return {
    isFull: () => count >= MAX_ROWS,
    addText(text: string): void {
      const lines = isPreformatted ? decodeEntities(text).split('\n') : [decodeEntities(text)];
      for (const [index, line] of lines.entries()) {
        if (index > 0) endLine();
        current().line += line;
      }
    },
    openTag(name: string): void {
      if (name === 'pre') isPreformatted = true;
      if (name === 'table' && tables.length < MAX_DEPTH) {
        endLine();
        tables.push({ cells: [] });
      } else if (name === 'tr') endRow();
      else if ((name === 'td' || name === 'th') && tables.length > 0) {
        endCell();
        containers.push({ rows: [], line: '' });
      } else if (BLOCKS.has(name)) endLine();
      else if (name === 'img') current().line += ' ';
    },
    closeTag(name: string): void {
      if (name === 'pre') isPreformatted = false;
      if (name === 'table' && tables.length > 0) {
        endRow();
        tables.pop();
      } else if (name === 'tr') endRow();
      else if (name === 'td' || name === 'th') endCell();
      else if (BLOCKS.has(name)) endLine();
    },
    finish(): readonly TextRow[] {
      while (tables.length > 0) {
        endRow();
        tables.pop();
      }
      endLine();
      return root.rows.slice(0, MAX_ROWS);
    },
  };
}

/** Cells of plain lines stand side by side; cells with tables of their own follow one another. */
function combineCells(cells: readonly (readonly TextRow[])[]): readonly TextRow[] {
  const filled = cells.filter((rows) => rows.length > 0);
  if (filled.length <= 1 || filled.some((rows) => rows.some((row) => row.length > 1))) return filled.flat();
  const height = Math.max(...filled.map(({ length }) => length));
  return Array.from({ length: height }, (_, index) => filled.flatMap((rows) => rows[index] ?? []));
}

/** A message without HTML: columns are kept apart by tabs or several blanks. */
export const extractPlainRows = (text: string): readonly TextRow[] =>
  text
    .slice(0, MAX_CHARACTERS)
    .split('\n')
    .map((line) => line.trim().slice(0, MAX_CELL))
    .filter((line) => line !== '')
    .slice(0, MAX_ROWS)
    .map((line) => line.split(/\t+| {3,}/).map((cell) => cell.trim()));
