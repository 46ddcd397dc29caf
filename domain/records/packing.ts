import { REFERRED, type ChartName } from '../country-packs/default-records.ts';
import type { Json, JsonRecord } from '../json.ts';
import { toPersistentMap } from '../persistent-map.ts';
import { initialRecords, findResource } from './resources.ts';
import { createCollectionOver, isSameRecord, shareRecords } from './shared-records.ts';
import { buildUniqueKeys, type Collection, type RecordsState, type Run, type StoredRecord } from './state.ts';

/** Converts collections to plain data for snapshots, and back. Empty fields are left out. */

type PackedRecord =
  | readonly [id: number, version: number, data: JsonRecord, isTrashed: boolean]
  | readonly [id: number, version: number, data: JsonRecord, isTrashed: boolean, isPurged: true];
/** Records that equal the default ones of the country are left out; `shared` says which these are. */
type PackedCollection = {
  readonly records: readonly PackedRecord[];
  readonly shared?: { readonly chart: ChartName; readonly digest: string; readonly runs: readonly Run[] };
};

export function packRecords(state: RecordsState): JsonRecord {
  return Object.fromEntries(Object.entries(state).map(([name, collection]) => [name, packCollection(collection)]));
}

/**
 * A resource added after the snapshot has no records yet.
 * @throws if the default records are not those of the version that packed them
 */
export function unpackRecords(packed: Json): RecordsState {
  const state: Record<string, Collection> = { ...initialRecords };
  for (const [name, rows] of Object.entries(packed as Readonly<Record<string, PackedCollection>>))
    state[name] = rows.shared ? unpackShared(name, rows, rows.shared, state) : unpackCollection(name, rows);
  return state;
}

function packCollection({ byId, shared }: Collection): PackedCollection {
  const records: PackedRecord[] = [];
  for (const [id, record] of byId.ownEntries()) {
    const { version, data, isTrashed, isPurged } = record;
    const common = shared?.byId.get(id);
    if (common && isSameRecord(record, common)) continue;
    records.push(
      isPurged ? [id, version, withoutNulls(data), isTrashed, isPurged] : [id, version, withoutNulls(data), isTrashed],
    );
  }
  if (!shared) return { records };
  return { records, shared: { chart: shared.chart, digest: shared.digest, runs: shared.runs } };
}

/** The accounts come before the records that refer to them, in the order of the resources. */
function unpackShared(
  name: string,
  { records }: PackedCollection,
  { chart, digest, runs }: NonNullable<PackedCollection['shared']>,
  state: RecordsState,
): Collection {
  const resource = findResource(name);
  const shared = shareRecords(name, chart, runs, state[REFERRED]?.shared);
  if (!resource || shared?.digest !== digest) throw new Error(`The default ${name} are those of another version`);
  return createCollectionOver(resource, shared, records.map(unpackRecord));
}

const unpackRecord = ([id, version, data, isTrashed, isPurged]: PackedRecord): readonly [number, StoredRecord] => [
  id,
  { version, data, isTrashed, ...(isPurged && { isPurged }) },
];

function unpackCollection(name: string, { records: rows }: PackedCollection): Collection {
  const resource = findResource(name);
  const keys = resource
    ? rows
        .filter(([, , , trashed]) => !trashed)
        .flatMap(([id, , data]) => buildUniqueKeys(resource, data).map((key) => [key, id] as const))
    : [];
  return {
    byId: toPersistentMap(rows.map(unpackRecord)),
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
