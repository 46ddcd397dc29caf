import { syncEvents, type SyncEvent } from '../../domain/sync/sync-events.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectSync } from './projector.ts';
import { syncConflicts } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';

export const subject = {
  tables: [syncConflicts],
  project: handleEach(syncEvents, projectSync),
  needs: { SyncConflictResolved: ({ id }) => [{ table: syncConflicts, key: [id] }] },
  labels: { 'sync-conflicts': labelByColumns(syncConflicts, 'resource') },
} satisfies Subject<SyncEvent>;
