import type { Resource } from '../../domain/records/resource.ts';
import { resources } from '../../domain/records/resources.ts';
import type { ReadTable } from '../support/table.ts';
import { BOOKKEEPING, getColumnType, VERSIONED } from './columns.ts';
import type { RecordRow, RecordRows } from './rows.ts';

/** The read table of a resource is derived from its declaration. */

/** `vat-codes` → `vat_codes` */
type TableName<Resource extends string> = Resource extends `${infer Start}-${infer End}`
  ? `${Start}_${TableName<End>}`
  : Resource;

export type RecordTable<Name extends keyof RecordRows = keyof RecordRows> = {
  readonly [One in Name]: ReadTable<TableName<One>, RecordRows[One]>;
}[Name];

const tables = new Map(resources.map((resource) => [resource.name, buildRecordTable(resource)]));

/** Rows are typed by resource name, which the compiler cannot derive from the declaration here. */
export const recordTables = [...tables.values()] as readonly ReadTable[] as readonly RecordTable[];

export function getRecordTable<Name extends keyof RecordRows>(resource: Name): RecordTable<Name>;
export function getRecordTable(resource: string): ReadTable<string, RecordRow>;
export function getRecordTable(resource: string): ReadTable<string, RecordRow> {
  const table = tables.get(resource);
  if (!table) throw new Error(`No read table for ${resource}`);
  return table;
}

function buildRecordTable(resource: Resource): ReadTable<string, RecordRow> {
  const fields = Object.entries(resource.fields).map(([name, field]): [string, string] => [name, getColumnType(field)]);
  return {
    name: resource.name.replaceAll('-', '_'),
    columns: { ...BOOKKEEPING, ...Object.fromEntries(fields), ...VERSIONED },
    key: ['id'],
    // A record is created once, and read before each change.
    repeated: 'updated',
    past: 'kept',
    ...(resource.unique[0] && { indexes: [`company_id, ${resource.unique[0].join(', ')}`] }),
    ...(resource.isNumerous && { trigrams: 'search' }),
  };
}
