import { letOthersWork } from '../../support/yielding.ts';
import { readXml, UnreadableXml, type ReadElement, type XmlLimits } from '../xml/read-xml.ts';
import { readZip, UnusableZip, type ZipLimits } from '../zip/read-zip.ts';

/**
 * The first sheet of a workbook of strangers, cell by cell as text. Numbers are given as decimals are written, formulas by what they
 * came to when the workbook was saved. Sizes, entries, elements, rows and columns are bounded.
 */
export interface SheetRow {
  /** As the spreadsheet counts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export type XlsxProblem = 'unreadable' | 'too_many_rows';

export class UnreadableXlsx extends Error {
  readonly problem: XlsxProblem;

  constructor(problem: XlsxProblem) {
    super(`A workbook that cannot be read: ${problem}`);
    this.problem = problem;
  }
}

const ZIP: ZipLimits = { maxFiles: 500, maxFileBytes: 16 * 1024 * 1024, maxBytes: 48 * 1024 * 1024 };
const XML: XmlLimits = { maxBytes: ZIP.maxFileBytes, maxDepth: 32, maxElements: 400_000, maxAttribute: 64 * 1024 };
const MOST_COLUMNS = 200;
const MOST_CHARACTERS = 10_000;
const ROWS_AT_ONCE = 500;

/** Rows with nothing in them are left out. @throws UnreadableXlsx */
export async function readXlsx(path: string, maxRows: number): Promise<readonly SheetRow[]> {
  try {
    return await firstSheet(path, maxRows);
  } catch (error) {
    if (error instanceof UnusableZip || error instanceof UnreadableXml) throw new UnreadableXlsx('unreadable');
    throw error;
  }
}

async function firstSheet(path: string, maxRows: number): Promise<readonly SheetRow[]> {
  const parts = new Map<string, Buffer>();
  for await (const { name, content } of readZip(path, ZIP))
    if (/\.(xml|rels)$/i.test(name) && !parts.has(name)) parts.set(name, content);
  const partNamed = async (name: string): Promise<ReadElement | null> => {
    const content = parts.get(name);
    return content ? readXml(content, XML) : null;
  };
  const workbook = await partNamed('workbook.xml');
  const relations = await partNamed('workbook.xml.rels');
  const sheet = await partNamed(sheetName(workbook, relations) ?? '');
  if (!sheet) throw new UnreadableXlsx('unreadable');
  const shared = childrenNamed(await partNamed('sharedStrings.xml'), 'si').map(textWithin);
  const rows: SheetRow[] = [];
  const written = childrenNamed(childNamed(sheet, 'sheetData'), 'row');
  for (const [place, row] of written.entries()) {
    if (place % ROWS_AT_ONCE === 0) await letOthersWork();
    const cells = cellsOf(row, shared);
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (rows.length > maxRows) throw new UnreadableXlsx('too_many_rows');
    rows.push({ line: Number(row.attributes['r'] ?? place + 1), cells });
  }
  return rows;
}

/** The file of the first sheet, without its folders. */
function sheetName(workbook: ReadElement | null, relations: ReadElement | null): string | null {
  const [first] = childrenNamed(childNamed(workbook, 'sheets'), 'sheet');
  const id = first?.attributes['id'];
  const target = relations?.children.find(({ attributes }) => attributes['Id'] === id)?.attributes['Target'];
  return target?.split('/').at(-1) ?? null;
}

function cellsOf(row: ReadElement, shared: readonly string[]): string[] {
  const cells: string[] = [];
  for (const cell of childrenNamed(row, 'c')) {
    const place = columnOf(cell.attributes['r']) ?? cells.length;
    if (place >= MOST_COLUMNS) throw new UnreadableXlsx('unreadable');
    while (cells.length < place) cells.push('');
    cells[place] = valueOf(cell, shared).slice(0, MOST_CHARACTERS);
  }
  return cells;
}

function valueOf(cell: ReadElement, shared: readonly string[]): string {
  const value = childNamed(cell, 'v')?.text ?? '';
  switch (cell.attributes['t'] ?? 'n') {
    case 's':
      return shared[Number(value)] ?? '';
    case 'inlineStr':
      return textWithin(childNamed(cell, 'is'));
    case 'n':
      return value === '' ? '' : plainNumber(value);
    default:
      return value;
  }
}

/** A spreadsheet keeps more digits than it means: 0.1 + 0.2 stands there as 0.30000000000000004. */
function plainNumber(text: string): string {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  const meant = Number(number.toPrecision(15));
  return Number.isInteger(meant) && Math.abs(meant) < 1e15 ? meant.toFixed(0) : String(meant);
}

/** `B7` → 1; null where the cell does not say. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return null;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Of a text in pieces, each with a look of its own; what is said beside it, such as how it is pronounced, does not count. */
function textWithin(element: ReadElement | null): string {
  const own = childrenNamed(element, 't').map(({ text }) => text);
  const pieces = childrenNamed(element, 'r').flatMap((run) => childrenNamed(run, 't').map(({ text }) => text));
  return [...own, ...pieces].join('');
}

const childrenNamed = (element: ReadElement | null, name: string): readonly ReadElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

const childNamed = (element: ReadElement | null, name: string): ReadElement | null =>
  element?.children.find((child) => child.name === name) ?? null;
