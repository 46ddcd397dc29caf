import { recordEvents, type RecordEvent } from '../../domain/records/record-events.ts';
import { findResource } from '../../domain/records/resources.ts';
import { handleEach, type RowKey, type Subject } from '../support/subject.ts';
import { projectRecords } from './projector.ts';
import { getRecordTable, recordTables } from './tables.ts';

const getRecordKeys = ({ resource, id }: { resource: string; id: number }): readonly RowKey[] =>
  findResource(resource) ? [{ table: getRecordTable(resource), key: [id] }] : [];

const getListedKeys = ({ resource, records }: { resource: string; records: readonly { readonly id: number }[] }) =>
  records.flatMap(({ id }) => getRecordKeys({ resource, id }));

export const subject = {
  tables: recordTables,
  project: handleEach(recordEvents, projectRecords),
  needs: {
    ...handleEach(['RecordUpdated', 'RecordTrashed', 'RecordRestored'], getRecordKeys),
    ...handleEach(['RecordsUpdated', 'RecordsPurged'], getListedKeys),
  },
} satisfies Subject<RecordEvent>;
