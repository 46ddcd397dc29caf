import type { PostOpeningBalance } from '../../domain/fiscal-years/opening-balance.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import type { EntryPosted } from '../ledger/post-entry.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { Sources } from '../support/preview.ts';

export type RequestedOpening = Omit<PostOpeningBalance, 'type' | 'entryId' | 'lineIds'>;

/** Returns what `present` makes of the entry, while the projections catch up. */
export async function postOpeningBalance<Presented>(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedOpening,
  context: CommandContext,
  present: (posted: EntryPosted) => Presented,
): Promise<{ readonly presented: Presented } | Refusal> {
  const command = await buildOpeningCommand(toolbox, companyId, requested);
  let presented: Presented | undefined;
  try {
    const outcome = await toolbox.commands.execute(
      'company',
      companyId,
      command,
      context,
      ({ events, state, recordedAt }) => {
        const { data: entry } = getFirstOfType(events, 'EntryPosted');
        presented = present({ entry, file: state, recordedAt: recordedAt! });
      },
    );
    return isRefusal(outcome) ? outcome : { presented: presented! };
  } catch (error) {
    // The texts of many lines may exceed the size of an event.
    if (error instanceof AppendTooLarge) return refuse('opening_balance_too_large', { field: 'lines' });
    throw error;
  }
}

export async function buildOpeningCommand(
  { ids }: Sources,
  _companyId: number,
  requested: RequestedOpening,
): Promise<PostOpeningBalance> {
  const [[entryId], lineIds] = await Promise.all([
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', Math.max(1, requested.lines.length)),
  ]);
  return { type: 'PostOpeningBalance', ...requested, entryId: entryId!, lineIds };
}
