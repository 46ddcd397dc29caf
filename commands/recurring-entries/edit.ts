import type { RecurringContent } from '../../domain/recurring-entries/content.ts';
import type { MoveRecurringEntry } from '../../domain/recurring-entries/bin.ts';
import type { ChangeRecurringEntry, CreateRecurringEntry } from '../../domain/recurring-entries/editing.ts';
import type { Template } from '../../domain/recurring-entries/recurring-events.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { creditedEntries } from '../../projections/ledger/credited.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import { refusalOf } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Gives the id of the template; after an interrupted earlier run, of the one that was set up then. */
export async function createRecurringEntry(
  { commands, ids, pool }: Toolbox,
  companyId: number,
  content: RecurringContent,
  context: CommandContext,
): Promise<{ readonly id: number } | Refusal> {
  const [id] = await ids.allocate('recurring_entries', 1);
  const gather = () => creation(pool, companyId, content, id!);
  const toExecute = content.template.credited_entry_id === undefined ? await gather() : gather;
  const outcome = await commands.execute('company', companyId, toExecute, context);
  return isRefusal(outcome) ? outcome : { id: firstOfType(outcome.events, 'RecurringEntryCreated').data.id };
}

/** Why it could not be set up so now; null when it could. */
export async function refusalOfCreation(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  content: RecurringContent,
): Promise<Refusal | null> {
  return refusalOf({ commands }, 'company', companyId, await creation(pool, companyId, content, 1));
}

export type RequestedChange = Omit<ChangeRecurringEntry, 'type' | 'credited'>;

/** `isRecorded` is false when it already was as asked. */
export async function changeRecurringEntry(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  requested: RequestedChange,
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const gather = async (): Promise<ChangeRecurringEntry> => {
    const template =
      requested.changes.template ??
      (await commands.look('company', companyId)).recurringEntries[requested.id]?.template;
    return { type: 'ChangeRecurringEntry', ...requested, credited: await creditedBy(pool, companyId, template) };
  };
  const outcome = await commands.execute('company', companyId, await gather(), context);
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}

/** To the recycle bin, or back from there. */
export async function moveRecurringEntry(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  move: MoveRecurringEntry,
  context: CommandContext,
): Promise<Refusal | null> {
  const outcome = await commands.execute('company', companyId, move, context);
  return isRefusal(outcome) ? outcome : null;
}

async function creation(
  pool: Toolbox['pool'],
  companyId: number,
  content: RecurringContent,
  id: number,
): Promise<CreateRecurringEntry> {
  const credited = await creditedBy(pool, companyId, content.template);
  return { type: 'CreateRecurringEntry', id, content, credited };
}

/** What is known of the invoice that a template credits. */
async function creditedBy(pool: Toolbox['pool'], companyId: number, template: Template | undefined) {
  const id = template?.credited_entry_id;
  return id === undefined ? null : ((await creditedEntries(pool, companyId, [id])).get(id) ?? null);
}
