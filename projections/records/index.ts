import type { RecordEvent } from '../../domain/records/record-events.ts';
import { resourceNamed } from '../../domain/records/resources.ts';
import type { RowKey, Subject } from '../support/subject.ts';
import { projectRecords } from './projector.ts';
import { recordTable, recordTables } from './tables.ts';

const record = ({ resource, id }: { resource: string; id: number }): readonly RowKey[] =>
  resourceNamed(resource) ? [{ table: recordTable(resource), key: [id] }] : [];

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
    RecordUpdated: record,
    RecordsUpdated: ({ resource, records }) => records.flatMap(({ id }) => record({ resource, id })),
    RecordTrashed: record,
    RecordRestored: record,
    RecordsPurged: ({ resource, records }) => records.flatMap(({ id }) => record({ resource, id })),
  },
} satisfies Subject<RecordEvent>;
