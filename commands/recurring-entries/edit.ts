import type { RecurringContent } from '../../domain/recurring-entries/content.ts';
import type { ChangeRecurringEntry, CreateRecurringEntry } from '../../domain/recurring-entries/editing.ts';
import type { Template } from '../../domain/recurring-entries/recurring-events.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { readCreditedEntries } from '../../projections/ledger/credited.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import { findRefusal } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Returns the id of the template. After an interrupted earlier run, this is the template created then. */
export async function createRecurringEntry(
  { commands, ids, pool }: Toolbox,
  companyId: number,
  content: RecurringContent,
  context: CommandContext,
): Promise<{ readonly id: number } | Refusal> {
  const [id] = await ids.allocate('recurring_entries', 1);
  const buildCommand = () => buildCreateCommand(pool, companyId, content, id!);
  const toExecute = content.template.credited_entry_id === undefined ? await buildCommand() : buildCommand;
  const outcome = await commands.execute('company', companyId, toExecute, context);
  return isRefusal(outcome) ? outcome : { id: getFirstOfType(outcome.events, 'RecurringEntryCreated').data.id };
}

/** Finds why the template cannot be created now. Null if it can. */
export async function findCreationRefusal(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  content: RecurringContent,
): Promise<Refusal | null> {
  return findRefusal({ commands }, 'company', companyId, await buildCreateCommand(pool, companyId, content, 1));
}

export type RequestedChange = Omit<ChangeRecurringEntry, 'type' | 'credited'>;

/** `isRecorded` is false if it already was as requested. */
export async function changeRecurringEntry(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  requested: RequestedChange,
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const buildCommand = async (): Promise<ChangeRecurringEntry> => {
    const template =
      requested.changes.template ??
      (await commands.loadState('company', companyId)).recurringEntries[requested.id]?.template;
    return { type: 'ChangeRecurringEntry', ...requested, credited: await readCreditedEntry(pool, companyId, template) };
  };
  const outcome = await commands.execute('company', companyId, await buildCommand(), context);
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}

async function buildCreateCommand(
  pool: Toolbox['pool'],
  companyId: number,
  content: RecurringContent,
  id: number,
): Promise<CreateRecurringEntry> {
  const credited = await readCreditedEntry(pool, companyId, content.template);
  return { type: 'CreateRecurringEntry', id, content, credited };
}

/** Reads the facts about the invoice that a template credits. */
async function readCreditedEntry(pool: Toolbox['pool'], companyId: number, template: Template | undefined) {
  const id = template?.credited_entry_id;
  return id === undefined ? null : ((await readCreditedEntries(pool, companyId, [id])).get(id) ?? null);
}
