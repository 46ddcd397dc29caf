import type { Json, JsonRecord } from '../json.ts';
import { toPersistentMap } from '../persistent-map.ts';
import { initialRecords, findResource } from './resources.ts';
import { buildUniqueKeys, type Collection, type RecordsState } from './state.ts';

/** Converts collections to plain data for snapshots, and back. Empty fields are left out. */

type PackedRecord =
  | readonly [id: number, version: number, data: JsonRecord, isTrashed: boolean]
  | readonly [id: number, version: number, data: JsonRecord, isTrashed: boolean, isPurged: true];
type PackedCollection = { readonly records: readonly PackedRecord[] };

export function packRecords(state: RecordsState): JsonRecord {
  return Object.fromEntries(Object.entries(state).map(([name, collection]) => [name, packCollection(collection)]));
}

/** A resource added after the snapshot has no records yet. */
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
  const resource = findResource(name);
  const keys = resource
    ? rows
        .filter(([, , , trashed]) => !trashed)
        .flatMap(([id, , data]) => buildUniqueKeys(resource, data).map((key) => [key, id] as const))
    : [];
  return {
    byId: toPersistentMap(
      rows.map(([id, version, data, isTrashed, isPurged]) => [
        id,
        { version, data, isTrashed, ...(isPurged && { isPurged }) },
      ]),
    ),
    byKey: toPersistentMap(keys),
  };
}

/** Absent and null mean the same in a record. */
export function withoutNulls(data: JsonRecord): JsonRecord {
  if (!Object.values(data).some((value) => value === null || value === undefined)) return data;
  const kept: Record<string, JsonRecord[string]> = {};
  for (const name in data) if (data[name] !== null && data[name] !== undefined) kept[name] = data[name];
  return kept;
}
