import type { Resource } from '../../domain/records/resource.ts';
import { resources } from '../../domain/records/resources.ts';
import type { ReadTable } from '../support/table.ts';
import { BOOKKEEPING, columnOf, VERSIONED } from './columns.ts';
import type { RecordRow, RecordRows } from './rows.ts';

/** The read table of a resource follows from its declaration. */

/** `vat-codes` → `vat_codes` */
type TableName<Resource extends string> = Resource extends `${infer Start}-${infer End}`
  ? `${Start}_${TableName<End>}`
  : Resource;

export type RecordTable<Name extends keyof RecordRows = keyof RecordRows> = {
  readonly [One in Name]: ReadTable<TableName<One>, RecordRows[One]>;
}[Name];

const tables = new Map(resources.map((resource) => [resource.name, tableOf(resource)]));

/** Their rows are typed by the name of the resource, which the declaration that they are made of does not tell here. */
export const recordTables = [...tables.values()] as readonly ReadTable[] as readonly RecordTable[];

export function recordTable<Name extends keyof RecordRows>(resource: Name): RecordTable<Name>;
export function recordTable(resource: string): ReadTable<string, RecordRow>;
export function recordTable(resource: string): ReadTable<string, RecordRow> {
  const table = tables.get(resource);
  if (!table) throw new Error(`No read table for ${resource}`);
  return table;
}

function tableOf(resource: Resource): ReadTable<string, RecordRow> {
  const fields = Object.entries(resource.fields).map(([name, field]): [string, string] => [name, columnOf(field)]);
  return {
    name: resource.name.replaceAll('-', '_'),
    columns: { ...BOOKKEEPING, ...Object.fromEntries(fields), ...VERSIONED },
    key: ['id'],
    past: 'kept',
    indexes: [`company_id, ${resource.unique[0]?.join(', ') ?? 'id'}`],
    ...(resource.isNumerous && { trigrams: 'search' }),
  };
}
