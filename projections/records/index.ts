import type { RecordEvent } from '../../domain/records/record-events.ts';
import { findResource } from '../../domain/records/resources.ts';
import type { RowKey, Subject } from '../support/subject.ts';
import { projectRecords } from './projector.ts';
import { getRecordTable, recordTables } from './tables.ts';

const getRecordKeys = ({ resource, id }: { resource: string; id: number }): readonly RowKey[] =>
  findResource(resource) ? [{ table: getRecordTable(resource), key: [id] }] : [];

export const subject = {
  tables: recordTables,
  project: {
    RecordsCreated: projectRecords,
    RecordUpdated: projectRecords,
    RecordsUpdated: projectRecords,
    RecordTrashed: projectRecords,
    RecordRestored: projectRecords,
    RecordsPurged: projectRecords,
  },
  needs: {
    RecordUpdated: getRecordKeys,
    RecordsUpdated: ({ resource, records }) => records.flatMap(({ id }) => getRecordKeys({ resource, id })),
    RecordTrashed: getRecordKeys,
    RecordRestored: getRecordKeys,
    RecordsPurged: ({ resource, records }) => records.flatMap(({ id }) => getRecordKeys({ resource, id })),
  },
} satisfies Subject<RecordEvent>;
