import type { JsonRecord } from '../../domain/json.ts';
import { planInSteps, type ImportRecords, type PlannedRow } from '../../domain/records/import.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import { recordTable } from '../../projections/records/tables.ts';
import { inTurns } from '../../support/yielding.ts';
import type { CommandContext } from '../support/context.ts';
import { allOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

export type Import = Omit<ImportRecords, 'type' | 'ids'>;

export interface Imported {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Records that are new or have changed, with the fields that they got. */
  readonly written: readonly { readonly id: number; readonly data: JsonRecord }[];
}

/** All rows or none, in one append. The counts come from what was recorded, also by an earlier run of the same request. */
export async function importRecords(
  { commands, ids }: Toolbox,
  companyId: number,
  requested: Import,
  context: CommandContext,
): Promise<Imported | Refusal> {
  const rowIds = await ids.allocate(recordTable(requested.resource).name, requested.rows.length);
  try {
    const command = { type: 'ImportRecords', ...requested, ids: rowIds } as const;
    const outcome = await commands.execute('company', companyId, command, context);
    if (isRefusal(outcome)) return outcome;
    const created = allOfType(outcome.events, 'RecordsCreated').flatMap(({ data }) => data.records);
    const updated = allOfType(outcome.events, 'RecordsUpdated').flatMap(({ data }) => data.records);
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

/** What the import would do to the company file as it is now. New records have no ids yet. */
export async function previewImport(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  requested: Import,
): Promise<readonly PlannedRow[] | Refusal> {
  const file = await commands.look('company', companyId);
  // No record ever has such an id, so nothing that is there is mistaken for one of these.
  const ids = requested.rows.map((_, index) => -1 - index);
  return inTurns(planInSteps({ type: 'ImportRecords', ...requested, ids }, file));
}
