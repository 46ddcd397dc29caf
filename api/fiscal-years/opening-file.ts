import type { OpeningLine } from '../../domain/fiscal-years/opening-balance.ts';
import { MAX_OPENING_LINES } from '../../domain/fiscal-years/opening-balance.ts';
import { compare, subtract, ZERO } from '../../domain/money.ts';
import { MAX_IMPORT_PROBLEMS, type ImportRow } from '../../domain/records/import.ts';
import type { DraftOf } from '../../domain/records/declaration.ts';
import { resource } from '../../domain/records/resource.ts';
import { invalid, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import { amount, date, type Field } from '../http/input/fields.ts';
import { problemsOf } from '../http/input/problems.ts';
import { readColumns, type Column } from '../records/import/columns.ts';
import { readCsv } from '../records/import/csv.ts';
import { readRows } from '../records/import/rows.ts';
import { OPENING_COLUMNS } from './opening-columns.ts';

/** An opening balance as a CSV file: a list of balances as the earlier software prints it, or of items still open. */

/** Made once: a file has thousands of cells. */
const AMOUNT = amount();
const SIGNED_AMOUNT = amount({ signed: true });
const DATE = date();

const text = (max: number) => ({ kind: 'text', max }) as const;

/** The columns, as those of a file of records are declared. Amounts and dates come as people write them. */
export const openingLines = resource({
  name: 'opening-balance',
  columnNames: OPENING_COLUMNS,
  fields: {
    account_id: { kind: 'reference', to: 'accounts' },
    debit: text(40),
    credit: text(40),
    balance: text(40),
    label: text(200),
    third_party_id: { kind: 'reference', to: 'third-parties' },
    due_date: text(40),
    reference: text(100),
  },
  unique: [],
});

/** The lines as far as they can be read, and what cannot. */
export interface OpeningFile {
  readonly lines: readonly OpeningLine[];
  readonly problems: readonly Problem[];
}

export async function readOpeningFile(bytes: Buffer, ignoresUnknown: boolean): Promise<OpeningFile | Refusal> {
  const table = await readCsv(bytes, MAX_OPENING_LINES);
  if (isRefusal(table)) return table;
  const { columns, problems: ofColumns } = readColumns(openingLines, table.header, ignoresUnknown);
  const missing = missingColumns(columns).map((name): Problem => ({
    code: 'import_column_missing',
    field: `columns.${name}`,
  }));
  if (missing.length > 0) return invalid([...ofColumns, ...missing]);
  const read = await readRows(columns, table.rows, table.header.length);
  const problems = [...ofColumns, ...read.problems];
  const lines = read.rows.flatMap((row) => lineOf(row, problems) ?? []);
  return { lines, problems: problems.slice(0, MAX_IMPORT_PROBLEMS) };
}

/** A balance may stand in one column with its sign, or in two. */
function missingColumns(columns: readonly Column[]): string[] {
  const has = (name: string) => columns.some((column) => column.name === name);
  const amounts = has('balance') ? [] : ['debit', 'credit'].filter((name) => !has(name));
  return [...(has('account_id') ? [] : ['account']), ...amounts];
}

/** Null for an account without a balance, of which lists of balances have many. One that cannot be read has no amounts. */
function lineOf({ line, data: cells, lookups }: ImportRow, problems: Problem[]): OpeningLine | null {
  const data: DraftOf<(typeof openingLines)['fields']> = cells;
  const at = `lines.${line}`;
  const read = (
    name: 'debit' | 'credit' | 'balance' | 'due_date',
    schema: Field<string>,
    words: (cell: string) => string,
  ): string | null => {
    const cell = data[name];
    if (!cell) return null;
    const parsed = schema.safeParse(words(cell));
    if (parsed.success) return parsed.data;
    problems.push(...problemsOf(parsed.error, name).map((problem) => ({ ...problem, field: `${at}.${name}` })));
    return null;
  };
  const before = problems.length;
  const sides = sidesOf(
    read('debit', AMOUNT, plainAmount),
    read('credit', AMOUNT, plainAmount),
    read('balance', SIGNED_AMOUNT, plainAmount),
  );
  if (sides === 'contradictory') problems.push({ code: 'balance_contradicts', field: `${at}.balance` });
  const due_date = read('due_date', DATE, plainDate);
  const isReadable = problems.length === before && sides !== 'contradictory';
  if (isReadable && sides.debit === ZERO && sides.credit === ZERO) return null;
  return {
    at,
    account: lookups['account_id'] ?? null,
    account_id: data.account_id ?? null,
    ...(isReadable ? sides : { debit: ZERO, credit: ZERO }),
    label: data.label ?? null,
    third_party_id: data.third_party_id ?? null,
    third_party: lookups['third_party_id'] ?? null,
    due_date,
    reference: data.reference ?? null,
  };
}

/** With a balance beside them, debit and credit are totals: the balance is what counts, and must be their difference. */
function sidesOf(
  debit: string | null,
  credit: string | null,
  balance: string | null,
): { readonly debit: string; readonly credit: string } | 'contradictory' {
  if (balance === null) return { debit: debit ?? ZERO, credit: credit ?? ZERO };
  const difference = subtract(debit ?? ZERO, credit ?? ZERO);
  if ((debit !== null || credit !== null) && compare(difference, balance) !== 0) return 'contradictory';
  return balance.startsWith('-') ? { debit: ZERO, credit: balance.slice(1) } : { debit: balance, credit: ZERO };
}

/** `1.234,56`, `1 234,56 €`, `1,234.56` and `1234,5` as a request would write them; what is none of these is left as it is. */
export function plainAmount(cell: string): string {
  const bare = cell.replace(/[\s'’€]|EUR/gi, '');
  const marks = bare.replace(/[^.,]/g, '');
  const last = marks.at(-1);
  if (last === undefined) return bare;
  const isGrouped = /^(.)\1+$/.test(marks);
  const whole = isGrouped ? bare.length : bare.lastIndexOf(last);
  const groups = bare.slice(0, whole);
  // Digits stand in threes between the marks, or the mark does not mean what it seems to.
  if (marks.length > 1 && !/^-?\d{1,3}([.,]\d{3})+$/.test(groups)) return bare;
  const digits = groups.replace(/[.,]/g, '');
  return isGrouped ? digits : `${digits}.${bare.slice(whole + 1)}`;
}

/** `31/01/2026`, `31.1.2026` and `31-01-2026` as `2026-01-31`. */
export function plainDate(cell: string): string {
  const parts = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(cell);
  return parts ? `${parts[3]}-${parts[2]!.padStart(2, '0')}-${parts[1]!.padStart(2, '0')}` : cell;
}
