import type { JsonRecord } from '../json.ts';
import type { RecordUpdate } from './record-events.ts';
import type { Collection, StoredRecord } from './state.ts';

/** Records that stand in an order of their own, by `position`: rules of which the first that fits counts. */

interface Placed {
  readonly position: number;
}

/** Behind the last. */
export function lastPosition(records: Collection<Placed>): number {
  let last = 0;
  for (const { data, isTrashed } of records.byId.values()) if (!isTrashed) last = Math.max(last, data.position);
  return last + 1;
}

/** Whoever stands at the place that a record takes moves one down, and so does whoever is in the way of that. */
export function makingRoom(records: Collection<Placed>, id: number, position: number): RecordUpdate[] {
  const standing = new Map<number, [id: number, record: StoredRecord<Placed>][]>();
  for (const [other, record] of records.byId.entries()) {
    if (record.isTrashed || other === id) continue;
    const place = record.data.position;
    standing.set(place, [...(standing.get(place) ?? []), [other, record]]);
  }
  const moved: RecordUpdate[] = [];
  for (let place = position; standing.has(place); place += 1) {
    for (const [other, record] of standing.get(place)!) moved.push(updated(other, record, { position: place + 1 }));
  }
  return moved.sort((left, right) => left.id - right.id);
}

/** The record with other values in some of its fields. */
export function updated<Data>(
  id: number,
  { version, data }: StoredRecord<Data>,
  changes: { readonly [Name in keyof Data]?: Data[Name] } & JsonRecord,
): RecordUpdate {
  const before = data as JsonRecord;
  const previous = Object.fromEntries(Object.keys(changes).map((name) => [name, before[name] ?? null]));
  return { id, version: version + 1, changes, previous };
}
