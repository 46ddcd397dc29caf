import type { JsonRecord } from '../json.ts';
import { mapOf } from '../persistent-map.ts';
import { resourceNamed } from './resources.ts';
import { keysOf, type Collection } from './state.ts';

/** For snapshots: a collection as plain data and back. Fields without a value are left out. */

type PackedRecord = readonly [id: number, version: number, data: JsonRecord, isTrashed: boolean];

export function packCollection(collection: Collection): JsonRecord {
  const records: PackedRecord[] = [];
  for (const [id, { version, data, isTrashed }] of collection.byId.entries())
    records.push([id, version, withoutNulls(data), isTrashed]);
  return { records };
}

export function unpackCollection(name: string, packed: JsonRecord): Collection {
  const resource = resourceNamed(name);
  const rows = packed['records'] as unknown as readonly PackedRecord[];
  const keys = resource
    ? rows
        .filter(([, , , trashed]) => !trashed)
        .flatMap(([id, , data]) => keysOf(resource, data).map((key) => [key, id] as const))
    : [];
  return {
    byId: mapOf(rows.map(([id, version, data, isTrashed]) => [id, { version, data, isTrashed }])),
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
