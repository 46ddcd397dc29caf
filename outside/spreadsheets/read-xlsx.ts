import { yieldToOthers } from '../../support/yielding.ts';
import { readXml, UnreadableXml, type ReadElement, type XmlLimits } from '../xml/read-xml.ts';
import { readZip, UnusableZip, type ZipLimits } from '../zip/read-zip.ts';

/**
 * Reads the first sheet of an untrusted workbook, cell by cell as text. Numbers are written as decimals, formulas by
 * their saved result. Sizes, entries, elements, rows and columns are limited.
 */
export interface SheetRow {
  /** Row number in the spreadsheet, starting at 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

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
const XML: XmlLimits = { maxBytes: ZIP.maxFileBytes, maxDepth: 32, maxElements: 400_000, maxAttribute: 64 * 1024 };
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
  const shared = listChildren(await readPart('sharedStrings.xml'), 'si').map(extractText);
  const rows: SheetRow[] = [];
  let characters = 0;
  const written = listChildren(findChild(sheet, 'sheetData'), 'row');
  for (const [place, row] of written.entries()) {
    if (place % ROWS_AT_ONCE === 0) await yieldToOthers();
    const cells = readCells(row, shared);
    characters += cells.reduce((total, cell) => total + cell.length, 0);
    if (characters > MOST_TEXT) throw new UnreadableXlsx('unreadable');
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (rows.length > maxRows) throw new UnreadableXlsx('too_many_rows');
    rows.push({ line: Number(row.attributes['r'] ?? place + 1), cells });
  }
  return rows;
}

/** File name of the first sheet, without folders. */
function findSheetName(workbook: ReadElement | null, relations: ReadElement | null): string | null {
  const [first] = listChildren(findChild(workbook, 'sheets'), 'sheet');
  const id = first?.attributes['id'];
  const target = relations?.children.find(({ attributes }) => attributes['Id'] === id)?.attributes['Target'];
  return target?.split('/').at(-1) ?? null;
}

function readCells(row: ReadElement, shared: readonly string[]): string[] {
  const cells: string[] = [];
  for (const cell of listChildren(row, 'c')) {
    const place = parseColumn(cell.attributes['r']) ?? cells.length;
    if (place >= MOST_COLUMNS) throw new UnreadableXlsx('unreadable');
    while (cells.length < place) cells.push('');
    cells[place] = readValue(cell, shared).slice(0, MOST_CHARACTERS);
  }
  return cells;
}

function readValue(cell: ReadElement, shared: readonly string[]): string {
  const value = findChild(cell, 'v')?.text ?? '';
  switch (cell.attributes['t'] ?? 'n') {
    case 's':
      return shared[Number(value)] ?? '';
    case 'inlineStr':
      return extractText(findChild(cell, 'is'));
    case 'n':
      return value === '' ? '' : formatNumber(value);
    default:
      return value;
  }
}

/** Spreadsheets store more digits than intended: 0.1 + 0.2 is stored as 0.30000000000000004. */
function formatNumber(text: string): string {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  const meant = Number(number.toPrecision(15));
  return Number.isInteger(meant) && Math.abs(meant) < 1e15 ? meant.toFixed(0) : String(meant);
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
