import type { RecordEvent, RecordUpdate } from '../../domain/records/records.ts';
import { resourceNamed } from '../../domain/records/resources.ts';
import type { Resource } from '../../domain/records/resource.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import type { Row } from '../support/table.ts';
import { announcementOf } from '../third-parties/announcements.ts';
import { recordTable, searchText } from './tables.ts';

/** The generic projector: records of every resource come into their read table, the feed and the history. */
export function projectRecords(event: RecordEvent, stored: RecordedEvent, batch: Batch): void {
  const resource = resourceNamed(event.data.resource);
  if (!resource) throw new Error(`Unknown resource ${event.data.resource}`);
  const at = stored.metadata['recorded_at'] as string;
  const companyId = stored.metadata['company_id'] as number;
  const table = recordTable(resource.name);

  const put = (
    row: Row,
    change: { version: number; op: 'upsert' | 'delete'; before: object | null; after: object | null },
  ): void => {
    const seq = batch.change({ companyId, resource: resource.name, id: row['id'] as number, ...change });
    batch.put(table, { ...row, version: change.version, seq, updated_at: at, search: searchText(resource, row) });
    const announcement = announcementOf(resource.name, event.type, row, change.after);
    if (announcement) batch.announce(stored, () => announcement);
  };

  if (event.type === 'RecordsCreated') {
    for (const { id, data } of event.data.records) {
      const row = {
        ...emptyRow(resource),
        ...data,
        id,
        company_id: companyId,
        created_at: at,
        deleted_at: null,
        deleted_by: null,
      };
      put(row, { version: 1, op: 'upsert', before: null, after: null });
    }
    return;
  }
  const rowOf = (id: number): Row => {
    const row = batch.get(table, id);
    if (!row) throw new Error(`${resource.name} ${id} does not exist`);
    return row;
  };
  const update = ({ id, version, changes, previous }: RecordUpdate): void =>
    put({ ...rowOf(id), ...changes }, { version, op: 'upsert', before: previous, after: changes });
  if (event.type === 'RecordsUpdated') return event.data.records.forEach(update);
  if (event.type === 'RecordUpdated') return update(event.data);

  const { id, version } = event.data;
  const row = rowOf(id);
  switch (event.type) {
    case 'RecordTrashed':
      put(
        { ...row, deleted_at: at, deleted_by: stored.metadata['user_id'] ?? null },
        { version, op: 'delete', before: { deleted_at: null }, after: { deleted_at: at } },
      );
      return;
    case 'RecordRestored':
      put(
        { ...row, deleted_at: null, deleted_by: null },
        { version, op: 'upsert', before: { deleted_at: row['deleted_at'] ?? null }, after: { deleted_at: null } },
      );
      return;
  }
}

/** A field that the event does not name has no value, or came later: then it has the one that new records start with. */
function emptyRow(resource: Resource): Row {
  let row = emptyRows.get(resource);
  if (!row) {
    row = Object.fromEntries(Object.entries(resource.fields).map(([name, { initial }]) => [name, initial ?? null]));
    emptyRows.set(resource, row);
  }
  return row;
}

const emptyRows = new Map<Resource, Row>();
