import type { z } from 'zod';
import type { PlainDate } from '../../domain/dates.ts';
import { MAX_WEIGHT, MOST_LINES } from '../../domain/budgets/lines.ts';
import { SPREADS } from '../../domain/budgets/spread.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { ZERO } from '../../domain/money.ts';
import { MAX_IMPORT_PROBLEMS } from '../../domain/records/import.ts';
import { isRefusal, refuse, collectValue, type Checked, type Problem, type Refusal } from '../../domain/refusal.ts';
import { parseFile } from '../../commands/file-parsing/parse-file.ts';
import type { SheetRow } from '../../outside/spreadsheets/read-xlsx.ts';
import { createTurnKeeper } from '../../support/yielding.ts';
import { amount, choice, decimal, text } from '../http/input/fields.ts';
import type { UploadedFile } from '../http/input/multipart.ts';
import { listProblems } from '../http/input/problems.ts';
import { extractText } from '../records/import/cells.ts';
import { normaliseName } from '../records/import/columns.ts';
import { readCsv } from '../records/import/csv.ts';
import { readFileColumns, type FileColumn } from './import-columns.ts';

/** Reads a CSV file or workbook of budget lines and collects the problems. */

export interface ReadLines {
  readonly rows: readonly ReadLine[];
  readonly problems: readonly Problem[];
}

export interface ReadLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly data: JsonRecord;
  /** The code as written in the file; null if the line has none. */
  readonly analyticCode: string | null;
}

interface FileTable {
  readonly header: readonly string[];
  readonly rows: readonly SheetRow[];
}

const ZIPPED = [0x50, 0x4b, 0x03, 0x04];

export async function readBudgetFile(
  file: UploadedFile,
  periods: readonly { readonly starts_on: PlainDate }[],
  ignoresUnknown: boolean,
): Promise<ReadLines | Refusal> {
  const bytes = await file.read();
  const isZipped = ZIPPED.every((byte, place) => bytes[place] === byte);
  const table = isZipped ? await readWorkbookTable(file.path) : await readCsv(bytes, MOST_LINES);
  if (isRefusal(table)) return table;
  const { columns, problems } = readFileColumns(table.header, periods, ignoresUnknown);
  // Without the required columns every line would be wrong.
  if (problems.some(({ code }) => code === 'import_column_missing')) return { rows: [], problems };
  const found: Problem[] = [...problems];
  const rows: ReadLine[] = [];
  const turn = createTurnKeeper();
  for (const row of table.rows) {
    if (found.length >= MAX_IMPORT_PROBLEMS) break;
    await turn();
    rows.push(collectValue(readLine(columns, row, periods.length), found));
  }
  return { rows, problems: found.slice(0, MAX_IMPORT_PROBLEMS) };
}

async function readWorkbookTable(path: string): Promise<FileTable | Refusal> {
  const read = await parseFile('workbook', { path, maxRows: MOST_LINES }, { problem: 'unreadable' });
  if (read.problem === 'too_many_rows')
    return refuse('import_too_many_rows', { field: 'file', params: { max: MOST_LINES } });
  if (read.problem !== null) return refuse('budget_file_unreadable', { field: 'file' });
  const [header, ...rows] = read.rows;
  if (!header || rows.length === 0) return refuse('import_empty', { field: 'file' });
  return { header: header.cells.map((cell) => cell.trim()), rows };
}

const schemas = {
  account: text(20),
  analytic_code: text(50),
  amount: amount({ signed: true }),
  spread: choice(SPREADS),
  weight: decimal(2, MAX_WEIGHT),
} as const;

function readLine(columns: readonly FileColumn[], { line, cells }: SheetRow, count: number): Checked<ReadLine> {
  const problems: Problem[] = [];
  const data: Record<string, JsonRecord[string]> = {};
  const periods = new Map<number, string>();
  let analyticCode: string | null = null;
  const readField = (schema: z.ZodType, value: unknown, field: string): string | null => {
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data as string;
    problems.push(...listProblems(parsed.error, field).map((problem) => ({ ...problem, field })));
    return null;
  };
  for (const { of, index } of columns) {
    const cell = extractText(cells[index] ?? '');
    const field = `lines.${line}.${typeof of === 'number' ? `periods.${of + 1}` : of}`;
    if (cell === null) continue;
    if (typeof cell !== 'string') problems.push({ ...cell, field });
    else if (typeof of === 'number')
      periods.set(of, readField(schemas.amount, normalizeAmountText(cell), field) ?? ZERO);
    else if (of === 'analytic_code') analyticCode = readField(schemas.analytic_code, cell, field);
    else if (of === 'weights')
      data['weights'] = splitWeights(cell).map(
        (weight) => readField(schemas.weight, normalizeAmountText(weight), field) ?? ZERO,
      );
    else if (of === 'amount') data['amount'] = readField(schemas.amount, normalizeAmountText(cell), field);
    else if (of === 'spread') data['spread'] = readField(schemas.spread, resolveSpread(cell), field);
    else data['account'] = readField(schemas.account, cell.replace(/\s/g, ''), field);
  }
  if (periods.size > 0) data['periods'] = Array.from({ length: count }, (_, period) => periods.get(period) ?? ZERO);
  if (data['weights'] !== undefined) data['spread'] ??= 'weights';
  return { value: { line, data, analyticCode }, problems };
}

/**
 * `1 234,56`, `1.234,56`, `1'234.56` and `1234.56` are the same: the last mark before one or two digits is the decimal
 * mark.
 */
export function normalizeAmountText(cell: string): string {
  const compact = cell
    .replace(/[\s\u00a0\u202f'’€]/g, '')
    .replace(/^\((.*)\)$/, '-$1')
    .replace(/^\+/, '');
  const [, whole, cents] = /^(.*)[.,](\d{1,2})$/.exec(compact) ?? [];
  if (whole === undefined) return isGrouped(compact) ? compact.replace(/[.,]/g, '') : compact;
  return /^-?\d+$/.test(whole) || isGrouped(whole) ? `${whole.replace(/[.,]/g, '')}.${cents}` : compact;
}

const isGrouped = (text: string): boolean => /^-?\d{1,3}([.,])\d{3}(\1\d{3})*$/.test(text);

const splitWeights = (cell: string): string[] => cell.split(/[\s;|/]+/).filter((weight) => weight !== '');

const SPREAD_NAMES: Readonly<Record<string, readonly string[]>> = {
  even: ['linéaire', 'égal', 'uniforme', 'lineair', 'gelijk', 'linear', 'gleichmäßig', 'gleich'],
  last_year: ['année précédente', 'an dernier', 'vorig jaar', 'last year', 'vorjahr', 'wie im vorjahr'],
  weights: ['pondéré', 'poids', 'gewogen', 'gewichten', 'weighted', 'gewichtet'],
  periods: ['par période', 'périodes', 'per periode', 'perioden', 'by period', 'je periode'],
};

const resolveSpread = (cell: string): string =>
  Object.keys(SPREAD_NAMES).find((name) =>
    [name, ...SPREAD_NAMES[name]!].some((word) => normaliseName(word) === normaliseName(cell)),
  ) ?? cell;
