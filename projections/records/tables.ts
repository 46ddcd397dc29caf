import type { Field } from '../../domain/records/field.ts';
import type { Resource } from '../../domain/records/resource.ts';
import { resources } from '../../domain/records/resources.ts';
import type { ReadTable } from '../support/table.ts';

/** The read table of a resource follows from its declaration. */

const BOOKKEEPING = {
  id: 'bigint NOT NULL',
  company_id: 'bigint NOT NULL',
} as const;

const VERSIONED = {
  version: 'integer NOT NULL',
  seq: 'bigint NOT NULL',
  created_at: 'timestamptz NOT NULL',
  updated_at: 'timestamptz NOT NULL',
  deleted_at: 'timestamptz',
  deleted_by: 'bigint',
  search: 'text NOT NULL',
} as const;

const tables = new Map(resources.map((resource) => [resource.name, tableOf(resource)]));

export const recordTables: readonly ReadTable[] = [...tables.values()];

export function recordTable(resource: string): ReadTable {
  const table = tables.get(resource);
  if (!table) throw new Error(`No read table for ${resource}`);
  return table;
}

function tableOf(resource: Resource): ReadTable {
  const fields = Object.entries(resource.fields).map(([name, field]): [string, string] => [name, columnOf(field)]);
  return {
    name: resource.name.replaceAll('-', '_'),
    columns: { ...BOOKKEEPING, ...Object.fromEntries(fields), ...VERSIONED },
    key: ['id'],
    indexes: [`company_id, ${resource.unique[0]?.join(', ') ?? 'id'}`],
  };
}

function columnOf(field: Field): string {
  switch (field.kind) {
    case 'text':
    case 'choice':
      return 'text COLLATE "C"';
    case 'integer':
    case 'reference':
      return 'bigint';
    case 'boolean':
      return 'boolean';
    case 'date':
      return 'date';
    case 'decimal':
      return 'numeric(20,2)';
    case 'list':
    case 'labels':
    case 'object':
      return 'jsonb';
  }
}

/**
 * Text that a search looks through: every text field, without accents and case. Sorted, because translations come in
 * one order from the event and in another from the table, and the row must not depend on where it was found.
 */
export function searchText(resource: Resource, data: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(resource.fields)
    .filter(([, field]) => field.kind === 'text' || field.kind === 'labels' || field.kind === 'list')
    .map(([name]) => data[name])
    .flatMap((value): unknown[] => (typeof value === 'object' && value !== null ? Object.values(value) : [value]))
    .filter((value) => typeof value === 'string');
  return searchable([...new Set(texts)].sort().join('\n'));
}

export function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}
