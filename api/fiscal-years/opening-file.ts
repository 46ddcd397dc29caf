import type { OpeningLine } from '../../domain/fiscal-years/opening-balance.ts';
import { compare, subtract, ZERO } from '../../domain/money.ts';
import { MAX_IMPORT_PROBLEMS, type ImportRow } from '../../domain/records/import.ts';
import type { DraftOf } from '../../domain/records/declaration.ts';
import { resource } from '../../domain/records/resource.ts';
import { refuseInvalid, collectValue, type Checked, type Problem, type Refusal } from '../../domain/refusal.ts';
import { readColumns, type Column, type Notations } from '../records/import/columns.ts';
import { listReferences, type ImportSheet } from '../records/import/sheet.ts';
import type { UploadedTable } from '../records/import/table.ts';
import { readRows } from '../records/import/rows.ts';
import { CELL_SCHEMAS, createCellReader, signLikeLine } from '../records/import/typed-cells.ts';
import { OPENING_COLUMNS } from './opening-columns.ts';

/** An opening balance as a file: a list of balances exported from the previous software, or of open items. */

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

export const OPENING_NOTATIONS = {
  debit: 'amount',
  credit: 'amount',
  balance: 'amount',
  due_date: 'date',
  currency_amount: 'amount',
  exchange_rate: 'amount',
  tax: 'amount',
} as const satisfies Notations;

export const openingSheet: ImportSheet = {
  name: 'opening-balance',
  title: 'opening_balance',
  resource: openingLines,
  columns: [
    ...['account', 'debit', 'credit', 'balance', 'label', 'third_party', 'due_date', 'reference'],
    ...['currency', 'currency_amount', 'exchange_rate', 'vat_code', 'tax'],
  ],
  required: ['account', 'debit', 'credit'],
  notations: OPENING_NOTATIONS,
  lists: { ...listReferences(openingLines), vat_code: 'vat_codes' },
  help: {
    balance: 'balance',
    due_date: 'due_date',
    currency: 'currency',
    currency_amount: 'currency_amount',
    exchange_rate: 'exchange_rate',
    tax: 'open_tax',
  },
};

/** The readable lines and the problems. */
export interface OpeningFile {
  readonly lines: readonly OpeningLine[];
  readonly problems: readonly Problem[];
}

export async function readOpeningTable(table: UploadedTable, ignoresUnknown: boolean): Promise<OpeningFile | Refusal> {
  const { columns, problems: ofColumns } = readColumns(openingLines, table.header, ignoresUnknown, OPENING_NOTATIONS);
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
function toLine(row: ImportRow): Checked<OpeningLine | null> {
  const { line, lookups } = row;
  const problems: Problem[] = [];
  const data: DraftOf<(typeof openingLines)['fields']> = row.data;
  const at = `lines.${line}`;
  const readCell = createCellReader(row, problems);
  const sides = resolveSides(
    readCell('debit', CELL_SCHEMAS.amount),
    readCell('credit', CELL_SCHEMAS.amount),
    readCell('balance', CELL_SCHEMAS.signedAmount),
  );
  if (sides === 'contradictory') problems.push({ code: 'balance_contradicts', field: `${at}.balance` });
  const due_date = readCell('due_date', CELL_SCHEMAS.date);
  const tax = readCell('tax', CELL_SCHEMAS.amount);
  const currencyAmount = readCell('currency_amount', CELL_SCHEMAS.signedAmount);
  const exchange_rate = readCell('exchange_rate', CELL_SCHEMAS.rate);
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
    ...(isReadable && {
      currency: data.currency?.toUpperCase() ?? null,
      currency_amount: signLikeLine(currencyAmount, sides.credit),
      exchange_rate,
    }),
    vat_code: data.vat_code ?? null,
    tax,
  };
  return { value: read, problems };
}

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
