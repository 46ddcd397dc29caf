import type { MigrationEvent } from '../../domain/book-migrations/migration-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { companies } from '../companies/tables.ts';
import { fileProvenance } from '../support/provenance.ts';
import type { Subject } from '../support/subject.ts';
import { projectMigration } from './projector.ts';

const company = (_data: unknown, stored: RecordedEvent) => [
  { table: companies, key: [fileProvenance(stored).company_id] },
];

export const subject = {
  tables: [],
  project: {
    MigrationStarted: projectMigration,
    MigrationAdvanced: projectMigration,
    MigrationCompleted: projectMigration,
    MigratedBooksDropped: projectMigration,
    MigrationAbandoned: projectMigration,
  },
  needs: { MigrationStarted: company, MigrationCompleted: company, MigrationAbandoned: company },
  ends: ['MigratedBooksDropped'],
} satisfies Subject<MigrationEvent>;
