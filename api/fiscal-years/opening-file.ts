import { RATE_PLACES } from '../../domain/currency/rates.ts';
import type { OpeningLine } from '../../domain/fiscal-years/opening-balance.ts';
import { MAX_OPENING_LINES } from '../../domain/fiscal-years/opening-balance.ts';
import { absolute, compare, negate, subtract, ZERO } from '../../domain/money.ts';
import { MAX_IMPORT_PROBLEMS, type ImportRow } from '../../domain/records/import.ts';
import type { DraftOf } from '../../domain/records/declaration.ts';
import { resource } from '../../domain/records/resource.ts';
import {
  refuseInvalid,
  isRefusal,
  collectValue,
  type Checked,
  type Problem,
  type Refusal,
} from '../../domain/refusal.ts';
import { amount, date, decimal, type Field } from '../http/input/fields.ts';
import { listProblems } from '../http/input/problems.ts';
import { readColumns, type Column } from '../records/import/columns.ts';
import { readCsv } from '../records/import/csv.ts';
import { readRows } from '../records/import/rows.ts';
import { OPENING_COLUMNS } from './opening-columns.ts';

/** An opening balance as a CSV file: a list of balances exported from the previous software, or of open items. */

/** Created once: a file has thousands of cells. */
const AMOUNT = amount();
const SIGNED_AMOUNT = amount({ signed: true });
const RATE = decimal(RATE_PLACES, '999999999.99999999');
const DATE = date();

const text = (max: number) => ({ kind: 'text', max }) as const;

/** Columns, declared like those of a record import. Amounts and dates are in human notation. */
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
    currency: text(3),
    currency_amount: text(40),
    exchange_rate: text(40),
    vat_code: text(20),
    tax: text(40),
  },
  unique: [],
});

/** The readable lines and the problems. */
export interface OpeningFile {
  readonly lines: readonly OpeningLine[];
  readonly problems: readonly Problem[];
}

export async function readOpeningFile(bytes: Buffer, ignoresUnknown: boolean): Promise<OpeningFile | Refusal> {
  const table = await readCsv(bytes, MAX_OPENING_LINES);
  if (isRefusal(table)) return table;
  const { columns, problems: ofColumns } = readColumns(openingLines, table.header, ignoresUnknown);
  const missing = findMissingColumns(columns).map((name): Problem => ({
    code: 'import_column_missing',
    field: `columns.${name}`,
  }));
  if (missing.length > 0) return refuseInvalid([...ofColumns, ...missing]);
  const read = await readRows(columns, table.rows, table.header.length);
  const problems = [...ofColumns, ...read.problems];
  const lines = read.rows.flatMap((row) => collectValue(toLine(row), problems) ?? []);
  return { lines, problems: problems.slice(0, MAX_IMPORT_PROBLEMS) };
}

/** The balance may be in one signed column, or in two. */
function findMissingColumns(columns: readonly Column[]): string[] {
  const hasColumn = (name: string) => columns.some((column) => column.name === name);
  const amounts = hasColumn('balance') ? [] : ['debit', 'credit'].filter((name) => !hasColumn(name));
  return [...(hasColumn('account_id') ? [] : ['account']), ...amounts];
}

/** Null for an account without a balance, which such lists often contain. An unreadable line has no amounts. */
function toLine({ line, data: cells, lookups }: ImportRow): Checked<OpeningLine | null> {
  const problems: Problem[] = [];
  const data: DraftOf<(typeof openingLines)['fields']> = cells;
  const at = `lines.${line}`;
  const readCell = (
    name: 'debit' | 'credit' | 'balance' | 'due_date' | 'tax' | 'currency_amount' | 'exchange_rate',
    schema: Field<string>,
    words: (cell: string) => string,
  ): string | null => {
    const cell = data[name];
    if (!cell) return null;
    const parsed = schema.safeParse(words(cell));
    if (parsed.success) return parsed.data;
    problems.push(...listProblems(parsed.error, name).map((problem) => ({ ...problem, field: `${at}.${name}` })));
    return null;
  };
  const sides = resolveSides(
    readCell('debit', AMOUNT, normalizeAmount),
    readCell('credit', AMOUNT, normalizeAmount),
    readCell('balance', SIGNED_AMOUNT, normalizeAmount),
  );
  if (sides === 'contradictory') problems.push({ code: 'balance_contradicts', field: `${at}.balance` });
  const due_date = readCell('due_date', DATE, normalizeDate);
  const tax = readCell('tax', AMOUNT, normalizeAmount);
  const inCurrency = {
    currency: data.currency?.toUpperCase() ?? null,
    currency_amount: readCell('currency_amount', SIGNED_AMOUNT, normalizeAmount),
    exchange_rate: readCell('exchange_rate', RATE, normalizeAmount),
  };
  const isReadable = problems.length === 0 && sides !== 'contradictory';
  if (isReadable && sides.debit === ZERO && sides.credit === ZERO) return { value: null, problems };
  const read = {
    at,
    account: lookups['account_id'] ?? null,
    account_id: data.account_id ?? null,
    ...(isReadable ? sides : { debit: ZERO, credit: ZERO }),
    label: data.label ?? null,
    third_party_id: data.third_party_id ?? null,
    third_party: lookups['third_party_id'] ?? null,
    due_date,
    reference: data.reference ?? null,
    ...(isReadable && withSideOfLine(inCurrency, sides)),
    vat_code: data.vat_code ?? null,
    tax,
  };
  return { value: read, problems };
}

interface OpeningCurrency {
  readonly currency: string | null;
  readonly currency_amount: string | null;
  readonly exchange_rate: string | null;
}

/** Lists with two columns of amounts rarely sign the amount in currency: the side is that of the line. */
const withSideOfLine = (read: OpeningCurrency, { credit }: { readonly credit: string }): OpeningCurrency =>
  read.currency_amount === null
    ? read
    : {
        ...read,
        currency_amount: credit === ZERO ? absolute(read.currency_amount) : negate(absolute(read.currency_amount)),
      };

/** If a balance is given, debit and credit are totals: the balance counts and must be their difference. */
function resolveSides(
  debit: string | null,
  credit: string | null,
  balance: string | null,
): { readonly debit: string; readonly credit: string } | 'contradictory' {
  if (balance === null) return { debit: debit ?? ZERO, credit: credit ?? ZERO };
  const difference = subtract(debit ?? ZERO, credit ?? ZERO);
  if ((debit !== null || credit !== null) && compare(difference, balance) !== 0) return 'contradictory';
  return balance.startsWith('-') ? { debit: ZERO, credit: balance.slice(1) } : { debit: balance, credit: ZERO };
}

/** Converts `1.234,56`, `1 234,56 €`, `1,234.56` and `1234,5` to the notation of requests; anything else stays unchanged. */
export function normalizeAmount(cell: string): string {
  const bare = cell.replace(/[\s'’€]|EUR/gi, '');
  const marks = bare.replace(/[^.,]/g, '');
  const last = marks.at(-1);
  if (last === undefined) return bare;
  const isGrouped = /^(.)\1+$/.test(marks);
  const whole = isGrouped ? bare.length : bare.lastIndexOf(last);
  const groups = bare.slice(0, whole);
  // Digits between separators must come in groups of three; otherwise the separator is ambiguous.
  if (marks.length > 1 && !/^-?\d{1,3}([.,]\d{3})+$/.test(groups)) return bare;
  const digits = groups.replace(/[.,]/g, '');
  return isGrouped ? digits : `${digits}.${bare.slice(whole + 1)}`;
}

/** Converts `31/01/2026`, `31.1.2026` and `31-01-2026` to `2026-01-31`. */
export function normalizeDate(cell: string): string {
  const parts = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(cell);
  return parts ? `${parts[3]}-${parts[2]!.padStart(2, '0')}-${parts[1]!.padStart(2, '0')}` : cell;
}
