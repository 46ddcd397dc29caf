import type { Field } from '../../domain/records/field.ts';
import { isLasting } from '../../domain/json.ts';
import type { Resource } from '../../domain/records/resource.ts';
import { resources } from '../../domain/records/resources.ts';
import { searchable } from '../../domain/text.ts';
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
  search: 'text COLLATE "C" NOT NULL',
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
    ...(resource.isNumerous && { trigrams: 'search' }),
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
    case 'timestamp':
      return 'timestamptz';
    case 'decimal':
      return 'numeric(20,2)';
    case 'list':
    case 'labels':
    case 'object':
      return 'jsonb';
  }
}

/**
 * Text that a search looks through: the fields that the resource names, without accents and case, and what has digits also
 * without its separators. Sorted, because translations come in one order from the event and in another from the table,
 * and the row must not depend on where it was found.
 */
export function searchText(resource: Resource, data: Readonly<Record<string, unknown>>): string {
  if (!isLasting(data)) return wordsOf(searchedTexts(resource, data));
  let search = lastingSearches.get(data);
  if (search === undefined) lastingSearches.set(data, (search = wordsOf(searchedTexts(resource, data))));
  return search;
}

const lastingSearches = new WeakMap<object, string>();

function searchedTexts(resource: Resource, data: Readonly<Record<string, unknown>>): string[] {
  const texts: string[] = [];
  for (const name of searchedFields(resource)) {
    const value = data[name];
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) if (typeof part === 'string') texts.push(part);
  }
  return texts;
}

function wordsOf(originals: readonly string[]): string {
  const texts = originals.map(searchable);
  const numbers = texts.map(compactNumber).filter((number) => number !== null);
  return [...new Set([...texts, ...numbers])].sort().join('\n');
}

const searched = new Map<Resource, readonly string[]>();

function searchedFields(resource: Resource): readonly string[] {
  let names = searched.get(resource);
  if (!names) {
    names =
      resource.searched ??
      Object.entries(resource.fields)
        .filter(([, { kind }]) => kind === 'text' || kind === 'labels' || kind === 'list')
        .map(([name]) => name);
    searched.set(resource, names);
  }
  return names;
}

const SEPARATORS = /[\s./()+-]/g;
/** A year and a house number are no numbers that anyone separates. */
const FEWEST_DIGITS = 5;

/** A number without its separators: `be 0477.472.701` → `be0477472701`; null for what is none, or has no separators. */
export function compactNumber(text: string): string | null {
  const compact = text.replace(SEPARATORS, '');
  if (compact === text || !/^[a-z]{0,4}\d[a-z0-9]*$/.test(compact)) return null;
  return compact.replace(/[a-z]/g, '').length >= FEWEST_DIGITS ? compact : null;
}
