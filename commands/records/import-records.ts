import type { JsonRecord } from '../../domain/json.ts';
import { planImportInSteps, type ImportRecords, type PlannedRow } from '../../domain/records/import.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import { getRecordTable } from '../../projections/records/tables.ts';
import { runInTurns } from '../../support/yielding.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { buildPlaceholderIds } from '../support/preview.ts';

export type Import = Omit<ImportRecords, 'type' | 'ids'>;

export interface Imported {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** New or changed records with the fields written. */
  readonly written: readonly { readonly id: number; readonly data: JsonRecord }[];
}

/** Imports all rows or none, in one append. The counts reflect the recorded events, including those of an earlier run. */
export async function importRecords(
  { commands, ids }: Toolbox,
  companyId: number,
  requested: Import,
  context: CommandContext,
): Promise<Imported | Refusal> {
  const rowIds = await ids.allocate(getRecordTable(requested.resource).name, requested.rows.length);
  try {
    const command = { type: 'ImportRecords', ...requested, ids: rowIds } as const;
    const outcome = await commands.execute('company', companyId, command, context);
    if (isRefusal(outcome)) return outcome;
    const created = filterByType(outcome.events, 'RecordsCreated').flatMap(({ data }) => data.records);
    const updated = filterByType(outcome.events, 'RecordsUpdated').flatMap(({ data }) => data.records);
    return {
      created: created.length,
      updated: updated.length,
      unchanged: requested.rows.length - created.length - updated.length,
      written: [...created, ...updated.map(({ id, changes }) => ({ id, data: changes }))],
    };
  } catch (error) {
    if (error instanceof AppendTooLarge) return refuse('import_too_large', { field: 'file' });
    throw error;
  }
}

/** Previews the effect of the import on the current company file. New records have placeholder ids. */
export async function previewImport(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  requested: Import,
): Promise<readonly PlannedRow[] | Refusal> {
  const file = await commands.loadState('company', companyId);
  const ids = buildPlaceholderIds(requested.rows.length);
  return runInTurns(planImportInSteps({ type: 'ImportRecords', ...requested, ids }, file));
}
