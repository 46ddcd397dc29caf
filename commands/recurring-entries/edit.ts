import type { RecurringContent } from '../../domain/recurring-entries/content.ts';
import type { ChangeRecurringEntry, CreateRecurringEntry } from '../../domain/recurring-entries/editing.ts';
import type { Template } from '../../domain/recurring-entries/recurring-events.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { readCreditedEntries } from '../../projections/ledger/credited.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { Sources } from '../support/preview.ts';

/** Returns the id of the template. After an interrupted earlier run, this is the template created then. */
export async function createRecurringEntry(
  toolbox: Toolbox,
  companyId: number,
  content: RecurringContent,
  context: CommandContext,
): Promise<{ readonly id: number } | Refusal> {
  const buildCommand = () => buildCreateRecurringCommand(toolbox, companyId, content);
  const toExecute = content.template.credited_entry_id === undefined ? await buildCommand() : buildCommand;
  const outcome = await toolbox.commands.execute('company', companyId, toExecute, context);
  return isRefusal(outcome) ? outcome : { id: getFirstOfType(outcome.events, 'RecurringEntryCreated').data.id };
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

export async function buildCreateRecurringCommand(
  { pool, ids }: Sources,
  companyId: number,
  content: RecurringContent,
): Promise<CreateRecurringEntry> {
  const [credited, [id]] = await Promise.all([
    readCreditedEntry(pool, companyId, content.template),
    ids.allocate('recurring_entries', 1),
  ]);
  return { type: 'CreateRecurringEntry', id: id!, content, credited };
}

/** Reads the facts about the invoice that a template credits. */
async function readCreditedEntry(pool: Toolbox['pool'], companyId: number, template: Template | undefined) {
  const id = template?.credited_entry_id;
  return id === undefined ? null : ((await readCreditedEntries(pool, companyId, [id])).get(id) ?? null);
}
