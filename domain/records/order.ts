import type { CompanyFile } from '../company-file.ts';
import type { RecordUpdate } from './record-events.ts';
import type { StoredRecord } from './state.ts';

/** Records that stand in an order of their own, by `position`: rules of which the first that fits counts. */

const positionOf = ({ data }: StoredRecord): number => (data['position'] as number | null) ?? 0;

/** Behind the last. */
export function lastPosition(resource: string, file: CompanyFile): number {
  let last = 0;
  for (const record of file.records[resource]?.byId.values() ?? [])
    if (!record.isTrashed) last = Math.max(last, positionOf(record));
  return last + 1;
}

/** Whoever stands at the place that a record takes moves one down, and so does whoever is in the way of that. */
export function makingRoom(resource: string, id: number, position: number, file: CompanyFile): RecordUpdate[] {
  const standing = new Map<number, [id: number, record: StoredRecord][]>();
  for (const [other, record] of file.records[resource]?.byId.entries() ?? []) {
    if (record.isTrashed || other === id) continue;
    const place = positionOf(record);
    standing.set(place, [...(standing.get(place) ?? []), [other, record]]);
  }
  const moved: RecordUpdate[] = [];
  for (let place = position; standing.has(place); place += 1) {
    for (const [other, record] of standing.get(place)!) moved.push(updated(other, record, { position: place + 1 }));
  }
  return moved.sort((left, right) => left.id - right.id);
}

/** The record with other values in some of its fields. */
export function updated(id: number, { version, data }: StoredRecord, changes: RecordUpdate['changes']): RecordUpdate {
  const previous = Object.fromEntries(Object.keys(changes).map((name) => [name, data[name] ?? null]));
  return { id, version: version + 1, changes, previous };
}
