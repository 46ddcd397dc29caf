import type { JsonRecord } from '../json.ts';
import { emptyMap, type PersistentMap } from '../persistent-map.ts';
import type { DataOf, RecordDeclaration } from './declaration.ts';

/** The records of a company file as decisions see them. */

export interface StoredRecord<Data = JsonRecord> {
  readonly version: number;
  readonly data: Data;
  readonly isTrashed: boolean;
  /** Removed from the recycle bin for good; its numbers and codes are still known not to be new. */
  readonly isPurged?: true;
}

export interface Collection<Data = JsonRecord> {
  readonly byId: PersistentMap<number, StoredRecord<Data>>;
  /** Unique keys of living records, as `field=value`. */
  readonly byKey: PersistentMap<string, number>;
}

/** By the name of the resource. */
export type RecordsState = Readonly<Record<string, Collection>>;

/** A record of this resource. */
export type RecordOf<R extends RecordDeclaration> = StoredRecord<DataOf<R['fields']>>;

const NO_RECORDS: Collection<never> = { byId: emptyMap(), byKey: emptyMap() };

/** All records of a resource, those in the recycle bin too. */
export function recordsOf<R extends RecordDeclaration>(
  state: RecordsState,
  { name }: R,
): Collection<DataOf<R['fields']>> {
  // Records are made and changed by the checks of their declaration alone: they hold what it describes.
  return (state[name] ?? NO_RECORDS) as Collection<DataOf<R['fields']>>;
}

/** The living record with this id, or undefined. */
export function living<R extends RecordDeclaration>(
  state: RecordsState,
  resource: R,
  id: number | null | undefined,
): RecordOf<R> | undefined {
  const record = id ? recordsOf(state, resource).byId.get(id) : undefined;
  return record?.isTrashed === false ? record : undefined;
}

/** Whether a resource that is known by its name alone has a living record with this id. */
export const isLiving = (state: RecordsState, name: string, id: number): boolean =>
  state[name]?.byId.get(id)?.isTrashed === false;

export function idByKey<R extends RecordDeclaration>(
  state: RecordsState,
  { name }: R,
  field: keyof R['fields'] & string,
  value: string,
): number | undefined {
  return state[name]?.byKey.get(`${field}=${value}`);
}

/** The unique keys of a record; a key of which a part is missing is none. */
export function keysOf({ unique }: Pick<RecordDeclaration, 'unique'>, data: JsonRecord): string[] {
  return unique
    .filter((fields) => fields.every((field) => (data[field] ?? null) !== null))
    .map((fields) => `${fields.join('+')}=${fields.map((field) => data[field] as string | number).join('\u0001')}`);
}

/** The collection with these records in the places of what was there; keys count while a record lives. */
export function withRecords(
  resource: Pick<RecordDeclaration, 'unique'>,
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
