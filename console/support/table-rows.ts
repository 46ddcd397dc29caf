import type { ComponentChildren } from 'preact';
import { formatCents, parseCents } from '../audit/sums.ts';
import type { Format } from './format.ts';

/** Which rows a table shows, in which order, and what they add up to. */

export interface TableColumn<Row> {
  readonly name: string;
  readonly label: string;
  /** Value for sorting, filtering and export. */
  readonly getValue: (row: Row) => string | number;
  readonly renderCell?: (row: Row) => ComponentChildren;
  readonly isFigure?: boolean;
  /** Takes the remaining width and is truncated if there is too little. */
  readonly isWide?: boolean;
  /** Hidden on narrow screens. */
  readonly isExtra?: boolean;
}

export interface Sort {
  readonly name: string;
  readonly isDown: boolean;
}

/** Texts at the foot, by column. */
export type Totals = Readonly<Record<string, string>>;

export function filterRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  filter: string,
): readonly Row[] {
  const words = filter.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = columns.map(({ getValue }) => String(getValue(row)).toLowerCase()).join(' ');
    return words.every((word) => text.includes(word));
  });
}

export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const column = sort && columns.find(({ name }) => name === sort.name);
  if (!column) return rows;
  const order = sort.isDown ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: toSortKey(column.getValue(row), column.isFigure ?? false) }));
  return keyed.sort((one, other) => order * compareKeys(one.key, other.key)).map(({ row }) => row);
}

const toSortKey = (value: string | number, isFigure: boolean): string | number =>
  isFigure && typeof value === 'string' ? Number(value.replace(/[^\d.-]/g, '') || 0) : value;

const compareKeys = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other));

/** The same totals for the rows that a filter leaves; those of other columns than figures stay. */
export function sumRows<Row>(
  totals: Totals,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  format: Format,
): Totals {
  const summed = columns
    .filter(({ name, isFigure }) => isFigure && totals[name] !== undefined)
    .map(({ name, getValue }) => [name, sumValues(rows.map(getValue), format)] as const);
  return { ...totals, ...Object.fromEntries(summed) };
}

/** Counts are numbers, amounts are texts. */
const sumValues = (values: readonly (string | number)[], format: Format): string =>
  values.length > 0 && values.every((value) => typeof value === 'number')
    ? format.count(values.reduce((sum, value) => sum + value, 0))
    : format.amount(sumAmounts(values.map(String)));

export const sumAmounts = (amounts: readonly string[]): string =>
  formatCents(amounts.reduce((sum, amount) => sum + (amount === '' ? 0n : parseCents(amount)), 0n));
