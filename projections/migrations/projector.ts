import type { MigrationEvent } from '../../domain/migrations/migration-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { companies } from '../companies/tables.ts';
import type { Batch } from '../support/batch.ts';
import { fileProvenance } from '../support/provenance.ts';

/** While books of another program are brought along, nobody sees the file: whoever remembers that they may is told. */
export function projectMigration(event: MigrationEvent, stored: RecordedEvent, batch: Batch): void {
  if (event.type === 'MigrationAdvanced') return;
  const { company_id: companyId } = fileProvenance(stored);
  const row = batch.get(companies, companyId);
  if (!row) throw new Error(`Company file ${companyId} does not exist`);
  batch.put(companies, { ...row, is_migrating: event.type === 'MigrationStarted' });
  batch.invalidateAccess(`company:${row.public_token}`);
}
