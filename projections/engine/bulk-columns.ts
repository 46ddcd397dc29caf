import { formatColumnLiteral, type ArrayElement } from '../../database/array-literal.ts';
import { encodeBigintArray, encodeJsonbArray, encodeTextArray } from '../../database/binary-array.ts';
import { isLasting } from '../../domain/json.ts';
import type { ReadTable, Row, Value } from '../support/table.ts';
import { toColumnType, type ColumnForm } from './table-statements.ts';

/**
 * How the columns of many new rows are sent. A chart of accounts or an import has the same company, time and version in
 * every row, and numbers that count up: such a column is one value instead of an array.
 */

/** Fewer rows are sent as arrays, in one form of the statement for any values. */
export const BULK_ROWS = 100;

/** The form of each column, in their order. At least one is an array, which tells how many rows there are. */
export function findColumnForms({ columns }: ReadTable, rows: readonly Row[]): readonly ColumnForm[] {
  const names = Object.keys(columns);
  const forms = names.map((name) => findForm(name, toColumnType(columns[name]!), rows));
  return forms.includes('array') ? forms : forms.map((form, index) => (index === 0 ? 'array' : form));
}

function findForm(name: string, type: string, rows: readonly Row[]): ColumnForm {
  const first = rows[0]![name] ?? null;
  const second = rows[1]![name] ?? null;
  if (first === second) return rows.every((row) => (row[name] ?? null) === first) ? 'same' : 'array';
  if (typeof first !== 'number' || !(type === 'bigint' || type === 'integer')) return 'array';
  return rows.every((row, index) => row[name] === first + index) ? 'counted' : 'array';
}

/** The parameter of a column. */
export function encodeColumn(
  { columns }: ReadTable,
  name: string,
  form: ColumnForm,
  rows: readonly Row[],
  cache: ColumnCache | null,
): unknown {
  const type = toColumnType(columns[name]!);
  const first = rows[0]![name] ?? null;
  if (form === 'same') return type === 'jsonb' && first !== null ? JSON.stringify(first) : first;
  if (form === 'counted') return (first as number) - 1;
  const values = rows.map((row) => row[name] ?? null);
  return cache && mayRecur(type, values)
    ? cache.find(name, values, () => encodeArray(type, values))
    : encodeArray(type, values);
}

/** Ids differ in each file. An object that is not lasting may change. */
const mayRecur = (type: string, values: readonly Value[]): boolean =>
  type === 'jsonb' ? values.every((value) => value === null || isLastingValue(value)) : type !== 'bigint';

function encodeArray(type: string, values: readonly Value[]): Buffer | string {
  if (type === 'jsonb') return encodeJsonbArray(values.map((value) => (value === null ? null : toJson(value))));
  if (type === 'text') return encodeTextArray(values.map((value) => (value === null ? null : String(value as string))));
  if (type === 'bigint' && values.every((value) => value === null || Number.isSafeInteger(value)))
    return encodeBigintArray(values as readonly (number | null)[]);
  return formatColumnLiteral(values, (value) => value as ArrayElement);
}

const lastingTexts = new WeakMap<object, string>();

function toJson(value: Value): string {
  if (typeof value !== 'object' || value === null || !isLasting(value)) return JSON.stringify(value);
  let text = lastingTexts.get(value);
  if (text === undefined) lastingTexts.set(value, (text = JSON.stringify(value)));
  return text;
}

/** Arrays that were sent before and may be sent again. */
export interface ColumnCache {
  find(name: string, values: readonly Value[], encode: () => Buffer | string): Buffer | string;
}

interface KnownColumn {
  readonly values: readonly Value[];
  readonly encoded: Buffer | string;
}

/** Charts by country, legal form and language: few are in use at a time. */
const MOST_KNOWN = 8;
const caches = new Map<ReadTable, ColumnCache>();

/**
 * For rows that come from the default records of a country, which are the same in every company file. Null for other
 * rows: nothing of theirs is kept.
 */
export function findColumnCache(table: ReadTable, rows: readonly Row[]): ColumnCache | null {
  const first = rows[0]!;
  const name = Object.keys(table.columns).find((column) => isLastingValue(first[column]));
  if (name === undefined || !rows.every((row) => isLastingValue(row[name]))) return null;
  let cache = caches.get(table);
  if (!cache) caches.set(table, (cache = createColumnCache()));
  return cache;
}

const isLastingValue = (value: Value): boolean => typeof value === 'object' && value !== null && isLasting(value);

function createColumnCache(): ColumnCache {
  const columns = new Map<string, KnownColumn[]>();
  return {
    find(name, values, encode) {
      let known = columns.get(name);
      if (!known) columns.set(name, (known = []));
      const found = known.find((one) => areSame(one.values, values));
      if (found) return found.encoded;
      const encoded = encode();
      known.unshift({ values, encoded });
      known.length = Math.min(known.length, MOST_KNOWN);
      return encoded;
    },
  };
}

const areSame = (left: readonly Value[], right: readonly Value[]): boolean =>
  left.length === right.length && left.every((value, index) => value === right[index]);
