import type { JsonRecord } from '../json.ts';
import type { PersistentMap } from '../persistent-map.ts';
import type { Resource } from './resource.ts';

/** The records of a company file as decisions see them. */

export interface StoredRecord {
  readonly version: number;
  readonly data: JsonRecord;
  readonly isTrashed: boolean;
}

export interface Collection {
  readonly byId: PersistentMap<number, StoredRecord>;
  /** Unique keys of living records, as `field=value`. */
  readonly byKey: PersistentMap<string, number>;
}

export type RecordsState = Readonly<Record<string, Collection>>;

/** The living record with this id, or undefined. */
export function living(state: RecordsState, resource: string, id: number): StoredRecord | undefined {
  const record = state[resource]?.byId.get(id);
  return record?.isTrashed === false ? record : undefined;
}

export function idByKey(state: RecordsState, resource: string, field: string, value: string): number | undefined {
  return state[resource]?.byKey.get(`${field}=${value}`);
}

/** The unique keys of a record; a key of which a part is missing is none. */
export function keysOf(resource: Pick<Resource, 'unique'>, data: JsonRecord): string[] {
  return resource.unique
    .filter((fields) => fields.every((field) => (data[field] ?? null) !== null))
    .map((fields) => `${fields.join('+')}=${fields.map((field) => data[field] as string | number).join('\u0001')}`);
}

/** The collection with these records in the places of what was there; keys count while a record lives. */
export function withRecords(
  resource: Resource,
  collection: Collection,
  records: readonly (readonly [id: number, after: StoredRecord])[],
): Collection {
  let { byKey } = collection;
  for (const [id, after] of records) {
    const before = collection.byId.get(id);
    const earlier = before?.isTrashed === false ? keysOf(resource, before.data) : [];
    const later = after.isTrashed ? [] : keysOf(resource, after.data);
    if (earlier.length === later.length && earlier.every((key, index) => key === later[index])) continue;
    for (const key of earlier) byKey = byKey.without(key);
    byKey = byKey.withAll(later.map((key) => [key, id] as const));
  }
  return { byId: collection.byId.withAll(records), byKey };
}
