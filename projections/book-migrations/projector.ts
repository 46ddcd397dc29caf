import type { IdRange, MigrationEvent } from '../../domain/book-migrations/migration-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { companies } from '../companies/tables.ts';
import { subject as ledger } from '../ledger/index.ts';
import { subject as lettering } from '../lettering/index.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { purgeFromTrash } from '../support/trash.ts';

/** The file is hidden while books of another program are migrated: cached access rights are invalidated. */
export function projectMigration(event: MigrationEvent, stored: RecordedEvent, batch: Batch): void {
  if (event.type === 'MigrationAdvanced') return;
  const { company_id: companyId, recorded_at } = getFileProvenance(stored);
  if (event.type === 'MigratedBooksDropped') {
    // The file had no entries before: everything there came with the migration.
    for (const table of [...ledger.tables, ...lettering.tables]) batch.clear(table, companyId);
    const gone = { version: 2, ...purgeFromTrash(recorded_at).change };
    const { entries, letterings } = event.data;
    for (const id of expandRanges(entries)) batch.recordChange({ companyId, resource: 'entries', id, ...gone });
    for (const id of expandRanges(letterings)) batch.recordChange({ companyId, resource: 'lettering', id, ...gone });
    return;
  }
  const row = batch.get(companies, companyId);
  if (!row) throw new Error(`Company file ${companyId} does not exist`);
  batch.put(companies, { ...row, is_migrating: event.type === 'MigrationStarted' });
  batch.invalidateAccess(`company:${row.public_token}`);
}

const expandRanges = (ranges: readonly IdRange[]): readonly number[] =>
  ranges.flatMap(({ first, count }) => Array.from({ length: count }, (_, index) => first + index));
