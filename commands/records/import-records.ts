import { planImport, type ImportRecords, type PlannedRow } from '../../domain/records/import.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import { recordTable } from '../../projections/records/tables.ts';
import type { CommandContext } from '../support/context.ts';
import { allOfType } from '../support/recorded.ts';
import type { Toolbox } from '../support/toolbox.ts';

export type Import = Omit<ImportRecords, 'type' | 'ids'>;

export interface Imported {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
}

/** All rows or none, in one append. The counts come from what was recorded, also by an earlier run of the same request. */
export async function importRecords(
  { commands, ids }: Toolbox,
  companyId: number,
  wanted: Import,
  context: CommandContext,
): Promise<Imported | Refusal> {
  const rowIds = await ids.allocate(recordTable(wanted.resource).name, wanted.rows.length);
  try {
    const command = { type: 'ImportRecords', ...wanted, ids: rowIds } as const;
    const outcome = await commands.execute('company', companyId, command, context);
    if (isRefusal(outcome)) return outcome;
    const count = (type: 'RecordsCreated' | 'RecordsUpdated'): number =>
      allOfType(outcome.events, type).reduce((total, { data }) => total + data.records.length, 0);
    const [created, updated] = [count('RecordsCreated'), count('RecordsUpdated')];
    return { created, updated, unchanged: wanted.rows.length - created - updated };
  } catch (error) {
    if (error instanceof AppendTooLarge) return refuse('import_too_large', { field: 'file' });
    throw error;
  }
}

/** What the import would do to the company file as it is now. New records have no ids yet. */
export async function previewImport(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  wanted: Import,
): Promise<readonly PlannedRow[] | Refusal> {
  const file = await commands.look('company', companyId);
  // No record ever has such an id, so nothing that is there is mistaken for one of these.
  const ids = wanted.rows.map((_, index) => -1 - index);
  return planImport({ type: 'ImportRecords', ...wanted, ids }, file);
}
