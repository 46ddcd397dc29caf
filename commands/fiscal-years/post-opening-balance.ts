import type { CompanyFile } from '../../domain/company-file-state.ts';
import { decideOpeningBalance, type PostOpeningBalance } from '../../domain/fiscal-years/opening-balance.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import type { EntryPosted } from '../ledger/post-entry.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

export type RequestedOpening = Omit<PostOpeningBalance, 'type' | 'entryId' | 'lineIds'>;

/** Gives what `present` makes of the entry, which is done while the read tables still take it in. */
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
      const { data: entry } = firstOfType(events, 'EntryPosted');
      presented = present({ entry, file: state, recordedAt: recordedAt! });
    });
    return isRefusal(outcome) ? outcome : { presented: presented! };
  } catch (error) {
    // The texts of so many lines may be more than an event holds.
    if (error instanceof AppendTooLarge) return refuse('opening_balance_too_large', { field: 'lines' });
    throw error;
  }
}

/** The entry as it would be posted now; its ids are none. */
export async function previewOpeningBalance(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  requested: RequestedOpening,
): Promise<{ readonly entry: PostedEntry; readonly file: CompanyFile } | Refusal> {
  const file = await commands.look('company', companyId);
  const lineIds = requested.lines.map((_, index) => -1 - index);
  const decision = decideOpeningBalance({ type: 'PostOpeningBalance', ...requested, entryId: -1, lineIds }, file);
  if (isRefusal(decision)) return decision;
  return { entry: firstOfType(decision, 'EntryPosted').data, file };
}
