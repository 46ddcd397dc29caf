import { migrationEvents, type MigrationEvent } from '../../domain/book-migrations/migration-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { companies } from '../companies/tables.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectMigration } from './projector.ts';

const getCompanyKeys = (_data: unknown, stored: RecordedEvent) => [
  { table: companies, key: [getFileProvenance(stored).company_id] },
];

export const subject = {
  tables: [],
  project: handleEach(migrationEvents, projectMigration),
  needs: handleEach(['MigrationStarted', 'MigrationCompleted', 'MigrationAbandoned'], getCompanyKeys),
  ends: ['MigratedBooksDropped'],
} satisfies Subject<MigrationEvent>;
