import type { z } from 'zod';
import type { PlainDate } from '../../domain/dates.ts';
import { MAX_WEIGHT } from '../../domain/budgets/lines.ts';
import { SPREADS } from '../../domain/budgets/spread.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { ZERO } from '../../domain/money.ts';
import { MAX_IMPORT_PROBLEMS } from '../../domain/records/import.ts';
import { collectValue, type Checked, type Problem } from '../../domain/refusal.ts';
import { CELL_KINDS, type SheetRow } from '../../outside/spreadsheets/read-xlsx.ts';
import { createTurnKeeper } from '../../support/yielding.ts';
import { amount, choice, decimal, text } from '../http/input/fields.ts';
import { listProblems } from '../http/input/problems.ts';
import { normaliseName } from '../records/import/columns.ts';
import { readCellText } from '../records/import/notations.ts';
import type { UploadedTable } from '../records/import/table.ts';
import { VALUE_NAMES } from '../records/import/words.ts';
import { readFileColumns, type FileColumn } from './import-columns.ts';

/** Reads the lines of an uploaded budget and collects the problems. */

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

export async function readBudgetTable(
  table: UploadedTable,
  periods: readonly { readonly starts_on: PlainDate }[],
  ignoresUnknown: boolean,
): Promise<ReadLines> {
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

const schemas = {
  account: text(20),
  analytic_code: text(50),
  amount: amount({ signed: true }),
  spread: choice(SPREADS),
  weight: decimal(2, MAX_WEIGHT),
} as const;

function readLine(columns: readonly FileColumn[], row: SheetRow, count: number): Checked<ReadLine> {
  const { line, kinds } = row;
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
    const cell = readCellText(row, index);
    // A number of a workbook is exact: only texts have separators to interpret.
    const toAmount = kinds?.[index] === CELL_KINDS.number ? (exact: string) => exact : normalizeAmountText;
    const field = `lines.${line}.${typeof of === 'number' ? `periods.${of + 1}` : of}`;
    if (cell === null) continue;
    if (typeof cell !== 'string') problems.push({ ...cell, field });
    else if (typeof of === 'number') periods.set(of, readField(schemas.amount, toAmount(cell), field) ?? ZERO);
    else if (of === 'analytic_code') analyticCode = readField(schemas.analytic_code, cell, field);
    else if (of === 'weights')
      data['weights'] = splitWeights(cell).map(
        (weight) => readField(schemas.weight, normalizeAmountText(weight), field) ?? ZERO,
      );
    else if (of === 'amount') data['amount'] = readField(schemas.amount, toAmount(cell), field);
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

/** Besides the names that templates offer. */
const SPREAD_NAMES: Readonly<Record<string, readonly string[]>> = {
  even: ['égal', 'uniforme', 'gelijk', 'linear', 'gleich'],
  last_year: ['an dernier', 'vorjahr'],
  weights: ['poids', 'gewichten'],
  periods: ['périodes', 'perioden'],
};

const resolveSpread = (cell: string): string =>
  Object.keys(SPREAD_NAMES).find((name) =>
    [name, ...Object.values<string>(VALUE_NAMES[name]!), ...SPREAD_NAMES[name]!].some(
      (word) => normaliseName(word) === normaliseName(cell),
    ),
  ) ?? cell;
