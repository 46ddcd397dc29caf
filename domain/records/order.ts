import type { JsonRecord } from '../json.ts';
import type { RecordUpdate } from './record-events.ts';
import type { Collection, StoredRecord } from './state.ts';

/** Records with a user-defined order, by `position`: of several rules, the first that matches applies. */

interface Placed {
  readonly position: number;
}

/** The position after the last record. */
export function getNextPosition(records: Collection<Placed>): number {
  let last = 0;
  for (const { data, isTrashed } of records.byId.values()) if (!isTrashed) last = Math.max(last, data.position);
  return last + 1;
}

/** Moves the record at this position one down, and any further records in its way. */
export function makeRoom(records: Collection<Placed>, id: number, position: number): RecordUpdate[] {
  const standing = new Map<number, [id: number, record: StoredRecord<Placed>][]>();
  for (const [other, record] of records.byId.entries()) {
    if (record.isTrashed || other === id) continue;
    const place = record.data.position;
    standing.set(place, [...(standing.get(place) ?? []), [other, record]]);
  }
  const moved: RecordUpdate[] = [];
  for (let place = position; standing.has(place); place += 1) {
    for (const [other, record] of standing.get(place)!)
      moved.push(buildRecordUpdate(other, record, { position: place + 1 }));
  }
  return moved.sort((left, right) => left.id - right.id);
}

/** Builds the update of a record with new values for some fields. */
export function buildRecordUpdate<Data>(
  id: number,
  { version, data }: StoredRecord<Data>,
  changes: { readonly [Name in keyof Data]?: Data[Name] } & JsonRecord,
): RecordUpdate {
  const before = data as JsonRecord;
  const previous = Object.fromEntries(Object.keys(changes).map((name) => [name, before[name] ?? null]));
  return { id, version: version + 1, changes, previous };
}
