import type { Json, JsonRecord } from '../json.ts';
import { mapOf } from '../persistent-map.ts';
import { initialRecords, resourceNamed } from './resources.ts';
import { keysOf, type Collection, type RecordsState } from './state.ts';

/** For snapshots: a collection as plain data and back. Fields without a value are left out. */

type PackedRecord =
  | readonly [id: number, version: number, data: JsonRecord, isTrashed: boolean]
  | readonly [id: number, version: number, data: JsonRecord, isTrashed: boolean, isPurged: true];
type PackedCollection = { readonly records: readonly PackedRecord[] };

export function packRecords(state: RecordsState): JsonRecord {
  return Object.fromEntries(Object.entries(state).map(([name, collection]) => [name, packCollection(collection)]));
}

/** A resource that came later than the snapshot has no records yet. */
export function unpackRecords(packed: Json): RecordsState {
  const collections = Object.entries(packed as Readonly<Record<string, PackedCollection>>);
  return {
    ...initialRecords,
    ...Object.fromEntries(collections.map(([name, rows]) => [name, unpackCollection(name, rows)])),
  };
}

function packCollection({ byId }: Collection): PackedCollection {
  const records: PackedRecord[] = [];
  for (const [id, { version, data, isTrashed, isPurged }] of byId.entries())
    records.push(
      isPurged ? [id, version, withoutNulls(data), isTrashed, isPurged] : [id, version, withoutNulls(data), isTrashed],
    );
  return { records };
}

function unpackCollection(name: string, { records: rows }: PackedCollection): Collection {
  const resource = resourceNamed(name);
  const keys = resource
    ? rows
        .filter(([, , , trashed]) => !trashed)
        .flatMap(([id, , data]) => keysOf(resource, data).map((key) => [key, id] as const))
    : [];
  return {
    byId: mapOf(
      rows.map(([id, version, data, isTrashed, isPurged]) => [
        id,
        { version, data, isTrashed, ...(isPurged && { isPurged }) },
      ]),
    ),
    byKey: mapOf(keys),
  };
}

/** An absent value and null mean the same to every reader of a record. */
export function withoutNulls(data: JsonRecord): JsonRecord {
  if (!Object.values(data).some((value) => value === null || value === undefined)) return data;
  const kept: Record<string, JsonRecord[string]> = {};
  for (const name in data) if (data[name] !== null && data[name] !== undefined) kept[name] = data[name];
  return kept;
}
