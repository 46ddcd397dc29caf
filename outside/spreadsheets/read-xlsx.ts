import { yieldToOthers } from '../../support/yielding.ts';
import { readXml, UnreadableXml, type ReadElement, type XmlLimits } from '../xml/read-xml.ts';
import { readZip, UnusableZip, type ZipLimits } from '../zip/read-zip.ts';
import { readDateStyles, toPlainDate } from './cell-formats.ts';

/**
 * Reads the first sheet of an untrusted workbook, cell by cell as text. Numbers are written as decimals, dates as
 * `2026-01-31`, formulas by their saved result. Sizes, entries, elements, rows and columns are limited.
 */
export interface SheetRow {
  /** Row number in the spreadsheet, starting at 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The kind of each cell, one letter per cell. Absent in text files, whose cells are all texts. */
  readonly kinds?: string;
}

/** Letters in `kinds`. An error is `#REF!` and the like; a formula is one without a saved result. */
export const CELL_KINDS = { text: 't', number: 'n', date: 'd', flag: 'b', error: 'e', formula: 'f' } as const;

export type XlsxProblem = 'unreadable' | 'too_many_rows';

/** The rows of a workbook, or why they cannot be read. */
export type ReadWorkbook =
  | { readonly problem: null; readonly rows: readonly SheetRow[] }
  | { readonly problem: XlsxProblem };

class UnreadableXlsx extends Error {
  readonly problem: XlsxProblem;

  constructor(problem: XlsxProblem) {
    super(`The workbook cannot be read: ${problem}`);
    this.problem = problem;
  }
}

const ZIP: ZipLimits = { maxFiles: 500, maxFileBytes: 16 * 1024 * 1024, maxBytes: 48 * 1024 * 1024 };
const XML: XmlLimits = { maxBytes: ZIP.maxFileBytes, maxDepth: 32, maxElements: 600_000, maxAttribute: 64 * 1024 };
const MOST_COLUMNS = 200;
const MOST_CHARACTERS = 10_000;
/** Of all cells together: many cells may refer to one long shared text. */
const MOST_TEXT = 32 * 1024 * 1024;
const ROWS_AT_ONCE = 500;

/** Empty rows are left out. */
export async function readWorkbook(path: string, maxRows: number): Promise<ReadWorkbook> {
  try {
    return { problem: null, rows: await readFirstSheet(path, maxRows) };
  } catch (error) {
    if (error instanceof UnreadableXlsx) return { problem: error.problem };
    if (error instanceof UnusableZip || error instanceof UnreadableXml) return { problem: 'unreadable' };
    throw error;
  }
}

async function readFirstSheet(path: string, maxRows: number): Promise<readonly SheetRow[]> {
  const parts = new Map<string, Buffer>();
  for await (const { name, content } of readZip(path, ZIP))
    if (/\.(xml|rels)$/i.test(name) && !parts.has(name)) parts.set(name, content);
  const readPart = async (name: string): Promise<ReadElement | null> => {
    const content = parts.get(name);
    return content ? readXml(content, XML) : null;
  };
  const workbook = await readPart('workbook.xml');
  const relations = await readPart('workbook.xml.rels');
  const sheet = await readPart(findSheetName(workbook, relations) ?? '');
  if (!sheet) throw new UnreadableXlsx('unreadable');
  const book: Book = {
    shared: listChildren(await readPart('sharedStrings.xml'), 'si').map(extractText),
    isDate: readDateStyles(await readPart('styles.xml')),
    startsIn1904: /^(1|true)$/.test(findChild(workbook, 'workbookPr')?.attributes['date1904'] ?? ''),
  };
  const rows: SheetRow[] = [];
  let characters = 0;
  const written = listChildren(findChild(sheet, 'sheetData'), 'row');
  for (const [place, row] of written.entries()) {
    if (place % ROWS_AT_ONCE === 0) await yieldToOthers();
    const { cells, kinds } = readCells(row, book);
    characters += cells.reduce((total, cell) => total + cell.length, 0);
    if (characters > MOST_TEXT) throw new UnreadableXlsx('unreadable');
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (rows.length > maxRows) throw new UnreadableXlsx('too_many_rows');
    rows.push({ line: readLineNumber(row, place), cells, kinds });
  }
  return rows;
}

/** What the cells of a sheet refer to. */
interface Book {
  readonly shared: readonly string[];
  /** By style number. */
  readonly isDate: readonly boolean[];
  readonly startsIn1904: boolean;
}

const MOST_LINES = 1_048_576;

function readLineNumber(row: ReadElement, place: number): number {
  const line = Number(row.attributes['r'] ?? place + 1);
  if (!Number.isInteger(line) || line < 1 || line > MOST_LINES) throw new UnreadableXlsx('unreadable');
  return line;
}

/** File name of the first sheet, without folders. */
function findSheetName(workbook: ReadElement | null, relations: ReadElement | null): string | null {
  const [first] = listChildren(findChild(workbook, 'sheets'), 'sheet');
  const id = first?.attributes['id'];
  const target = relations?.children.find(({ attributes }) => attributes['Id'] === id)?.attributes['Target'];
  return target?.split('/').at(-1) ?? null;
}

function readCells(row: ReadElement, book: Book): { readonly cells: string[]; readonly kinds: string } {
  const cells: string[] = [];
  const kinds: string[] = [];
  for (const cell of listChildren(row, 'c')) {
    const place = parseColumn(cell.attributes['r']) ?? cells.length;
    if (place >= MOST_COLUMNS) throw new UnreadableXlsx('unreadable');
    while (cells.length < place) kinds[cells.push('') - 1] = CELL_KINDS.text;
    const { text, kind } = readValue(cell, book);
    cells[place] = text.slice(0, MOST_CHARACTERS);
    kinds[place] = kind;
  }
  return { cells, kinds: kinds.join('') };
}

interface CellValue {
  readonly text: string;
  readonly kind: (typeof CELL_KINDS)[keyof typeof CELL_KINDS];
}

function readValue(cell: ReadElement, book: Book): CellValue {
  const value = findChild(cell, 'v')?.text ?? '';
  const type = cell.attributes['t'] ?? 'n';
  if (value === '' && findChild(cell, 'f') !== null && type !== 'str') return { text: '=', kind: CELL_KINDS.formula };
  switch (type) {
    case 's':
      return { text: book.shared[Number(value)] ?? '', kind: CELL_KINDS.text };
    case 'inlineStr':
      return { text: extractText(findChild(cell, 'is')), kind: CELL_KINDS.text };
    case 'n':
      return readNumber(value, Number(cell.attributes['s'] ?? 0), book);
    case 'd':
      return { text: value.slice(0, 10), kind: CELL_KINDS.date };
    case 'b':
      return { text: value, kind: CELL_KINDS.flag };
    case 'e':
      return { text: value, kind: CELL_KINDS.error };
    default:
      return { text: value, kind: CELL_KINDS.text };
  }
}

function readNumber(value: string, style: number, { isDate, startsIn1904 }: Book): CellValue {
  if (value === '') return { text: '', kind: CELL_KINDS.text };
  const date = isDate[style] === true ? toPlainDate(Number(value), startsIn1904) : null;
  return date === null ? { text: formatNumber(value), kind: CELL_KINDS.number } : { text: date, kind: CELL_KINDS.date };
}

/** Decimals of the most exact values that are imported: exchange rates. */
const MOST_PLACES = 8;
/** Sums in spreadsheets are off by far less than this, relative to their size. */
const NOISE = 1e-10;

/** Spreadsheets store more digits than intended: 0.1 + 0.2 is stored as 0.30000000000000004. */
function formatNumber(text: string): string {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  const size = Math.abs(number);
  if (size >= 1e15) return String(number);
  const rounded = number.toFixed(MOST_PLACES);
  const isMeant = Math.abs(Number(rounded) - number) <= NOISE * Math.max(1, size);
  const meant = isMeant ? rounded : Number(number.toPrecision(15)).toFixed(15);
  const short = meant.replace(/\.?0+$/, '');
  return short === '-0' ? '0' : short;
}

/** `B7` → 1; null if the cell has no reference. */
function parseColumn(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return null;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Text of all formatted runs; annotations such as phonetic readings are ignored. */
function extractText(element: ReadElement | null): string {
  const own = listChildren(element, 't').map(({ text }) => text);
  const pieces = listChildren(element, 'r').flatMap((run) => listChildren(run, 't').map(({ text }) => text));
  return [...own, ...pieces].join('');
}

const listChildren = (element: ReadElement | null, name: string): readonly ReadElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

const findChild = (element: ReadElement | null, name: string): ReadElement | null =>
  element?.children.find((child) => child.name === name) ?? null;
