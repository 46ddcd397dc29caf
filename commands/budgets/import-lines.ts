import { budgets } from '../../domain/budgets/budget.ts';
import { planBudgetImport, type ImportBudgetLines, type PlannedImport } from '../../domain/budgets/import.ts';
import { buildLineKey, type BudgetLine } from '../../domain/budgets/lines.ts';
import { isSameJson } from '../../domain/json.ts';
import { findLiveRecord } from '../../domain/records/state.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { resolveBudgetLines } from './resolve-lines.ts';

export type RequestedImport = Omit<ImportBudgetLines, 'type'>;

export interface ImportedLines {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
}

/**
 * Imports all lines or none, in one append. Counts are derived from the recorded event, also after an earlier run of the
 * same request.
 */
export async function importBudgetLines(
  services: Toolbox,
  companyId: number,
  requested: RequestedImport,
  context: CommandContext,
): Promise<ImportedLines | Refusal> {
  const command = await resolveImport(services, companyId, requested);
  if (isRefusal(command)) return command;
  try {
    const outcome = await services.commands.execute('company', companyId, command, context);
    if (isRefusal(outcome)) return outcome;
    const [event] = outcome.events;
    if (event?.type !== 'RecordUpdated')
      return { created: 0, updated: 0, unchanged: requested.rows.length, removed: 0 };
    return countChanges(getLines(event.data.previous), getLines(event.data.changes), requested.rows.length);
  } catch (error) {
    if (error instanceof AppendTooLarge) return refuse('import_too_large', { field: 'file' });
    throw error;
  }
}

/** Previews the effect of the file on the current budget. */
export async function previewBudgetImport(
  services: Toolbox,
  companyId: number,
  requested: RequestedImport,
): Promise<PlannedImport | Refusal> {
  const command = await resolveImport(services, companyId, requested);
  if (isRefusal(command)) return command;
  return planBudgetImport(command, await services.commands.loadState('company', companyId));
}

async function resolveImport(
  services: Toolbox,
  companyId: number,
  requested: RequestedImport,
): Promise<ImportBudgetLines | Refusal> {
  const file = await services.commands.loadState('company', companyId);
  const budget = findLiveRecord(file.records, budgets, requested.id);
  if (!budget) return refuse('not_found');
  const { fiscal_year_id } = budget.data;
  const lines = requested.rows.map(({ data }) => data);
  const known = await resolveBudgetLines(services, companyId, file, fiscal_year_id, lines);
  const rows = requested.rows.map((row, index) => ({ ...row, data: known[index]! }));
  return { type: 'ImportBudgetLines', ...requested, rows };
}

const getLines = (values: Readonly<Record<string, unknown>>) => (values['lines'] ?? []) as readonly BudgetLine[];

function countChanges(before: readonly BudgetLine[], after: readonly BudgetLine[], rows: number): ImportedLines {
  const earlier = new Map(before.map((line) => [buildLineKey(line), line]));
  const later = new Set(after.map(buildLineKey));
  const created = after.filter((line) => !earlier.has(buildLineKey(line))).length;
  const updated = after.filter((line) => {
    const known = earlier.get(buildLineKey(line));
    return known !== undefined && !isSameJson(known, line);
  }).length;
  const removed = before.filter((line) => !later.has(buildLineKey(line))).length;
  return { created, updated, unchanged: rows - created - updated, removed };
}
