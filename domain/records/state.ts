import type { JsonRecord } from '../json.ts';
import type { PersistentMap } from '../persistent-map.ts';

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
