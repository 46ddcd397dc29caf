import { buildSelectFromArrays } from '../../database/array-literal.ts';
import { isCompanyTable } from '../support/company-tables.ts';
import type { ReadTable } from '../support/table.ts';

/** Statements that create a read table and write to it. */

/**
 * How a column of many new rows is sent. `same`: one value for all rows. `counted`: the value before the first row, to
 * which the number of the row is added.
 */
export type ColumnForm = 'same' | 'counted' | 'array';

/** Type of a column without its constraints: `bigint NOT NULL` → `bigint`. */
export function toColumnType(declaration: string): string {
  return declaration.replace(/ NOT NULL.*$/, '').replace(/ COLLATE "C"/, '');
}

/** Whether the table can be divided by company. */
const isDivisible = ({ name, columns }: ReadTable): boolean => isCompanyTable(name) && 'company_id' in columns;

/**
 * The company comes first, so that rows of one company file lie together in the index, and a table can be divided by
 * company. Ids are unique without it.
 */
export const listPrimaryKey = (table: ReadTable): readonly string[] =>
  isDivisible(table) ? ['company_id', ...table.key.filter((column) => column !== 'company_id')] : table.key;

/** More would take longer to plan than they save. */
export const MOST_PARTITIONS = 256;

/** Several statements if the table is divided into partitions. */
export function buildCreateTable(schema: string, table: ReadTable, partitions = 1): string {
  const columns = Object.entries(table.columns).map(([name, type]) => `${name} ${type}`);
  // Balances and counters are rewritten often: free space on the page keeps those updates off the indexes.
  const storage = table.added ? ' WITH (fillfactor = 60)' : '';
  const key = `PRIMARY KEY (${listPrimaryKey(table).join(', ')})`;
  const create = `CREATE TABLE ${schema}.${table.name} (${[...columns, key].join(', ')})`;
  if (partitions === 1 || !isDivisible(table)) return create + storage;
  const parts = Array.from(
    { length: partitions },
    (_, part) =>
      `CREATE TABLE ${schema}.${table.name}_${part} PARTITION OF ${schema}.${table.name} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${part})${storage}`,
  );
  return [`${create} PARTITION BY HASH (company_id)`, ...parts].join(';\n');
}

/** With explicit names: two indexes created at the same time would get the same default name. */
export function buildCreateIndexes(schema: string, table: ReadTable): string[] {
  return (table.indexes ?? []).map(
    (columns, index) =>
      `CREATE INDEX ${table.name}_index_${index + 1} ON ${schema}.${table.name} ${columns.startsWith('USING') || columns.startsWith('(') ? columns : `(${columns})`}`,
  );
}

/** Null for a table without one. `operators` is the operator class of the extension, with its schema. */
export function buildCreateTrigramIndex(schema: string, table: ReadTable, operators: string): string | null {
  if (table.trigrams === undefined) return null;
  return `CREATE INDEX ON ${schema}.${table.name} USING gin (${table.trigrams} ${operators})`;
}

/** One parameter per column. */
const listArrays = ({ columns }: ReadTable, firstParameter: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, type], index) => [name, `$${firstParameter + index}::${toColumnType(type)}[]`]),
  );

/**
 * Inserts or updates many rows in one statement: one parameter per column, an array unless there is a single row or the
 * column has another form.
 */
export function buildUpsert(
  schema: string,
  table: ReadTable,
  firstParameter: number,
  form: 'one row' | readonly ColumnForm[] | null = null,
): string {
  const names = Object.keys(table.columns);
  const values = names.map((name, index) => `$${firstParameter + index}::${toColumnType(table.columns[name]!)}`);
  const rows =
    form === 'one row'
      ? `VALUES (${values.join(', ')})`
      : form === null
        ? buildSelectFromArrays(listArrays(table, firstParameter))
        : selectBulkRows(names, values, form);
  const insert = `INSERT INTO ${schema}.${table.name} AS old (${names.join(', ')}) ${rows}`;
  if (table.repeated === 'impossible' || table.repeated === 'updated') return insert;
  const key = listPrimaryKey(table);
  const changing = names.filter((name) => !key.includes(name));
  const assignments = changing.map((name) =>
    table.added?.includes(name) ? `${name} = old.${name} + excluded.${name}` : `${name} = excluded.${name}`,
  );
  const onConflict =
    changing.length > 0 && table.repeated !== 'ignored' ? `DO UPDATE SET ${assignments.join(', ')}` : 'DO NOTHING';
  return `${insert} ON CONFLICT (${key.join(', ')}) ${onConflict}`;
}

/** Functions in the list return their rows side by side, as in `buildSelectFromArrays`. */
function selectBulkRows(names: readonly string[], values: readonly string[], forms: readonly ColumnForm[]): string {
  const rows = `cardinality(${values[forms.indexOf('array')]!}[])`;
  const selected = names.map((_, index) => {
    const value = values[index]!;
    if (forms[index] === 'same') return value;
    return forms[index] === 'array' ? `unnest(${value}[])` : `generate_series(${value} + 1, ${value} + ${rows})`;
  });
  return `SELECT ${selected.join(', ')}`;
}

/** Updates existing rows. */
export function buildUpdate(schema: string, table: ReadTable, firstParameter: number): string {
  const names = Object.keys(table.columns);
  const key = listPrimaryKey(table);
  const assignments = names.filter((name) => !key.includes(name)).map((name) => `${name} = new.${name}`);
  const same = key.map((name) => `old.${name} = new.${name}`);
  return `UPDATE ${schema}.${table.name} AS old SET ${assignments.join(', ')}
    FROM (${buildSelectFromArrays(listArrays(table, firstParameter))}) AS new WHERE ${same.join(' AND ')}`;
}
