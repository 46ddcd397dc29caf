import type { IdRange, MigrationEvent } from '../../domain/book-migrations/migration-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { companies } from '../companies/tables.ts';
import { subject as ledger } from '../ledger/index.ts';
import { subject as lettering } from '../lettering/index.ts';
import type { Batch } from '../support/batch.ts';
import { fileProvenance } from '../support/provenance.ts';

/** While books of another program are brought along, nobody sees the file: whoever remembers that they may is told. */
export function projectMigration(event: MigrationEvent, stored: RecordedEvent, batch: Batch): void {
  if (event.type === 'MigrationAdvanced') return;
  const { company_id: companyId, recorded_at } = fileProvenance(stored);
  if (event.type === 'MigratedBooksDropped') {
    // The file had no entries before: whatever is there came with the migration.
    for (const table of [...ledger.tables, ...lettering.tables]) batch.clear(table, companyId);
    const gone = { op: 'delete', version: 2, before: { purged_at: null }, after: { purged_at: recorded_at } } as const;
    const { entries, letterings } = event.data;
    for (const id of idsIn(entries)) batch.change({ companyId, resource: 'entries', id, ...gone });
    for (const id of idsIn(letterings)) batch.change({ companyId, resource: 'lettering', id, ...gone });
    return;
  }
  const row = batch.get(companies, companyId);
  if (!row) throw new Error(`Company file ${companyId} does not exist`);
  batch.put(companies, { ...row, is_migrating: event.type === 'MigrationStarted' });
  batch.invalidateAccess(`company:${row.public_token}`);
}

const idsIn = (ranges: readonly IdRange[]): readonly number[] =>
  ranges.flatMap(({ first, count }) => Array.from({ length: count }, (_, index) => first + index));
