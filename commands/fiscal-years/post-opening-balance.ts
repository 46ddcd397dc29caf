import type { CompanyFile } from '../../domain/company-file-state.ts';
import { decideOpeningBalance, type PostOpeningBalance } from '../../domain/fiscal-years/opening-balance.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import type { EntryPosted } from '../ledger/post-entry.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

export type RequestedOpening = Omit<PostOpeningBalance, 'type' | 'entryId' | 'lineIds'>;

/** Returns what `present` makes of the entry, while the projections catch up. */
export async function postOpeningBalance<Presented>(
  { commands, ids }: Toolbox,
  companyId: number,
  requested: RequestedOpening,
  context: CommandContext,
  present: (posted: EntryPosted) => Presented,
): Promise<{ readonly presented: Presented } | Refusal> {
  const [[entryId], lineIds] = await Promise.all([
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', Math.max(1, requested.lines.length)),
  ]);
  const command = { type: 'PostOpeningBalance', ...requested, entryId: entryId!, lineIds } as const;
  let presented: Presented | undefined;
  try {
    const outcome = await commands.execute('company', companyId, command, context, ({ events, state, recordedAt }) => {
      const { data: entry } = getFirstOfType(events, 'EntryPosted');
      presented = present({ entry, file: state, recordedAt: recordedAt! });
    });
    return isRefusal(outcome) ? outcome : { presented: presented! };
  } catch (error) {
    // The texts of many lines may exceed the size of an event.
    if (error instanceof AppendTooLarge) return refuse('opening_balance_too_large', { field: 'lines' });
    throw error;
  }
}

/** The entry as it would be posted now, with placeholder ids. */
export async function previewOpeningBalance(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  requested: RequestedOpening,
): Promise<{ readonly entry: PostedEntry; readonly file: CompanyFile } | Refusal> {
  const file = await commands.loadState('company', companyId);
  const lineIds = requested.lines.map((_, index) => -1 - index);
  const decision = decideOpeningBalance({ type: 'PostOpeningBalance', ...requested, entryId: -1, lineIds }, file);
  if (isRefusal(decision)) return decision;
  return { entry: getFirstOfType(decision, 'EntryPosted').data, file };
}
