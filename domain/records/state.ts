import type { JsonRecord } from '../json.ts';
import { createEmptyMap, type PersistentMap, type SharedEntries } from '../persistent-map.ts';
import type { ChartName } from '../country-packs/default-records.ts';
import type { DataOf, RecordDeclaration } from './declaration.ts';

/** The records of a company file, as the deciders use them. */

export interface StoredRecord<Data = JsonRecord> {
  readonly version: number;
  readonly data: Data;
  readonly isTrashed: boolean;
  /** Permanently deleted. Its numbers and codes remain known as used. */
  readonly isPurged?: true;
}

export interface Collection<Data = JsonRecord> {
  readonly byId: PersistentMap<number, StoredRecord<Data>>;
  /** Unique keys of untrashed records, as `field=value`. */
  readonly byKey: PersistentMap<string, number>;
  /** The default records of the country that the maps share with other company files; absent if there are none. */
  readonly shared?: SharedRecords;
}

/** Consecutive ids of consecutive default rows. */
export type Run = readonly [firstId: number, firstIndex: number, length: number];

/** The part of a collection that equals the default records of the country, kept in memory once for all company files. */
export interface SharedRecords {
  readonly chart: ChartName;
  readonly digest: string;
  readonly runs: readonly Run[];
  readonly byId: SharedEntries<number, StoredRecord>;
  readonly byKey: SharedEntries<string, number>;
  findIdOfRow(index: number): number | undefined;
}

/** By name of the resource. */
export type RecordsState = Readonly<Record<string, Collection>>;

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly records: RecordsState;
  }
}

export type RecordOf<R extends RecordDeclaration> = StoredRecord<DataOf<R['fields']>>;

const NO_RECORDS: Collection<never> = { byId: createEmptyMap(), byKey: createEmptyMap() };

/** All records of a resource, including trashed ones. */
export function getRecords<R extends RecordDeclaration>(
  state: RecordsState,
  { name }: R,
): Collection<DataOf<R['fields']>> {
  // Records are only created and changed through their declaration, so they have its type.
  return (state[name] ?? NO_RECORDS) as Collection<DataOf<R['fields']>>;
}

/** The record with this id, unless it is trashed. */
export function findLiveRecord<R extends RecordDeclaration>(
  state: RecordsState,
  resource: R,
  id: number | null | undefined,
): RecordOf<R> | undefined {
  const record = id ? getRecords(state, resource).byId.get(id) : undefined;
  return record?.isTrashed === false ? record : undefined;
}

/** Does the named resource have an untrashed record with this id? */
export const isLiveRecord = (state: RecordsState, name: string, id: number): boolean =>
  state[name]?.byId.get(id)?.isTrashed === false;

export function findIdByKey<R extends RecordDeclaration>(
  state: RecordsState,
  { name }: R,
  field: keyof R['fields'] & string,
  value: string,
): number | undefined {
  return state[name]?.byKey.get(`${field}=${value}`);
}

/** The unique keys of a record. Incomplete keys are left out. */
export function buildUniqueKeys({ unique }: Pick<RecordDeclaration, 'unique'>, data: JsonRecord): string[] {
  return unique
    .filter((fields) => fields.every((field) => (data[field] ?? null) !== null))
    .map((fields) => `${fields.join('+')}=${fields.map((field) => data[field] as string | number).join('\u0001')}`);
}

/** Replaces these records in the collection. Keys count only while a record is not trashed. */
export function withRecords(
  resource: Pick<RecordDeclaration, 'unique'>,
  collection: Collection,
  records: readonly (readonly [id: number, after: StoredRecord])[],
): Collection {
  let { byKey } = collection;
  for (const [id, after] of records) {
    const before = collection.byId.get(id);
    const earlier = before?.isTrashed === false ? buildUniqueKeys(resource, before.data) : [];
    const later = after.isTrashed ? [] : buildUniqueKeys(resource, after.data);
    if (earlier.length === later.length && earlier.every((key, index) => key === later[index])) continue;
    for (const key of earlier) byKey = byKey.without(key);
    byKey = byKey.withAll(later.map((key) => [key, id] as const));
  }
  return { ...collection, byId: collection.byId.withAll(records), byKey };
}
