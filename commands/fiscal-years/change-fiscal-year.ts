import { MAX_MONTHS, type FiscalYearCommand, type NewFiscalYear } from '../../domain/fiscal-years/fiscal-year.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { PERIOD_IDS } from '../../projections/engine/ids.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface FiscalYearChanged {
  readonly id: number;
  /** False if the year already was as requested. */
  readonly isRecorded: boolean;
}

/** One more than the months, because the first and the last month may be incomplete. */
export const MOST_PERIODS = MAX_MONTHS + 1;

export async function openFiscalYear(
  { commands, ids }: Toolbox,
  companyId: number,
  requested: NewFiscalYear,
  context: CommandContext,
): Promise<FiscalYearChanged | Refusal> {
  const [[id], periodIds] = await Promise.all([
    ids.allocate('fiscal_years', 1),
    ids.allocate(PERIOD_IDS, MOST_PERIODS),
  ]);
  const command = { type: 'OpenFiscalYear', id: id!, periodIds, requested } as const;
  const outcome = await commands.execute('company', companyId, command, context);
  // After an interrupted earlier run, this is the year opened then.
  return isRefusal(outcome)
    ? outcome
    : { id: getFirstOfType(outcome.events, 'FiscalYearOpened').data.id, isRecorded: true };
}

export async function updateFiscalYear(
  toolbox: Toolbox,
  companyId: number,
  requested: Omit<Extract<FiscalYearCommand, { type: 'UpdateFiscalYear' }>, 'type' | 'periodIds'>,
  context: CommandContext,
): Promise<FiscalYearChanged | Refusal> {
  const hasDates = requested.changes.starts_on !== undefined || requested.changes.ends_on !== undefined;
  const periodIds = hasDates ? await toolbox.ids.allocate(PERIOD_IDS, MOST_PERIODS) : [];
  return changeFiscalYear(toolbox, companyId, { type: 'UpdateFiscalYear', periodIds, ...requested }, context);
}

export async function changeFiscalYear(
  { commands }: Toolbox,
  companyId: number,
  command: Exclude<FiscalYearCommand, { type: 'OpenFiscalYear' }>,
  context: CommandContext,
): Promise<FiscalYearChanged | Refusal> {
  const outcome = await commands.execute('company', companyId, command, context);
  return isRefusal(outcome) ? outcome : { id: command.id, isRecorded: outcome.events.length > 0 };
}
