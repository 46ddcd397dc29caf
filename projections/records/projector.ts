import type { RecordEvent, RecordUpdate } from '../../domain/records/record-events.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { findResource } from '../../domain/records/resources.ts';
import type { Resource } from '../../domain/records/resource.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import type { ReadTable, Row, Value } from '../support/table.ts';
import { buildAnnouncement } from '../third-parties/announcements.ts';
import { buildRecordSearchText } from './search-text.ts';
import type { RecordRow } from './rows.ts';
import { getRecordTable } from './tables.ts';
import { moveToTrash, purgeFromTrash, restoreFromTrash, type TrashMove } from '../support/trash.ts';

/** The generic projector: writes records of every resource to their read table, the feed and the history. */
export function projectRecords(event: RecordEvent, stored: RecordedEvent, batch: Batch): void {
  const resource = findResource(event.data.resource);
  if (!resource) throw new Error(`Unknown resource ${event.data.resource}`);
  const provenance = getFileProvenance(stored);
  const { recorded_at: at, company_id: companyId } = provenance;
  const table = getRecordTable(resource.name);

  const announceRecord = (row: RecordRow, after: object | null): void => {
    const announcement = buildAnnouncement(resource.name, event.type, row, after);
    if (announcement) batch.announce(stored, () => announcement);
  };
  const putRecord = (
    row: RecordRow,
    change: { version: number; op: 'upsert' | 'delete'; before: object | null; after: object | null },
  ): void => {
    const seq = batch.recordChange({ companyId, resource: resource.name, id: row.id, ...change });
    batch.put(table, {
      ...row,
      version: change.version,
      seq,
      updated_at: at,
      search: buildRecordSearchText(resource, row),
    });
    announceRecord(row, change.after);
  };

  if (event.type === 'RecordsCreated') {
    const made = createRowBuilder(resource, table);
    for (const { id, data } of event.data.records) {
      const seq = batch.recordChange({
        companyId,
        resource: resource.name,
        id,
        op: 'upsert',
        version: 1,
        before: null,
        after: null,
      });
      const row = made(data, { id, company_id: companyId, version: 1, seq, created_at: at, updated_at: at });
      batch.put(table, row);
      announceRecord(row, null);
    }
    return;
  }
  const getRecordRow = (id: number): RecordRow => {
    const row = batch.get(table, id);
    if (!row) throw new Error(`${resource.name} ${id} does not exist`);
    return row;
  };
  const applyUpdate = ({ id, version, changes, previous }: RecordUpdate): void =>
    putRecord({ ...getRecordRow(id), ...changes }, { version, op: 'upsert', before: previous, after: changes });
  const moveRecord = (row: RecordRow, version: number, { columns, change }: TrashMove): void =>
    putRecord({ ...row, ...columns }, { version, ...change });
  if (event.type === 'RecordsUpdated') return event.data.records.forEach(applyUpdate);
  if (event.type === 'RecordUpdated') return applyUpdate(event.data);
  if (event.type === 'RecordsPurged') {
    for (const { id, version } of event.data.records) moveRecord(getRecordRow(id), version, purgeFromTrash(at));
    return;
  }

  const { id, version } = event.data;
  const row = getRecordRow(id);
  switch (event.type) {
    case 'RecordTrashed':
      return moveRecord(row, version, moveToTrash(provenance));
    case 'RecordRestored':
      return moveRecord(row, version, restoreFromTrash(row));
  }
}

/**
 * Builds rows of new records, column by column in a fixed order: a chart of accounts has hundreds, and copying whole
 * objects is several times slower. A field that the event does not name has no value, or was added later: it then gets
 * its initial value.
 */
function createRowBuilder(resource: Resource, table: ReadTable): (data: JsonRecord, bookkeeping: Row) => RecordRow {
  const fields = Object.entries(resource.fields).map(([name, { initial }]) => [name, initial ?? null] as const);
  const others = Object.keys(table.columns).filter(
    (name) => !Object.hasOwn(resource.fields, name) && name !== 'search',
  );
  return (data, bookkeeping) => {
    const row: Record<string, Value> = {};
    for (const name of others) row[name] = bookkeeping[name] ?? null;
    for (const [name, initial] of fields) {
      const value = data[name];
      row[name] = value === undefined ? initial : value;
    }
    row['search'] = buildRecordSearchText(resource, data);
    return row as RecordRow;
  };
}
