import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { needsFacts, withFacts, withIds, type RequestedEntry } from './requested.ts';

export interface EntryPosted {
  readonly entry: PostedEntry;
  /** The company file right after posting, with the names of everything the entry refers to. */
  readonly file: CompanyFile;
  readonly recordedAt: string;
}

/** Posts a free entry, an invoice or a credit note. Returns what `present` makes of it while the projections catch up. */
export async function postEntry<Presented>(
  { commands, ids, pool }: Toolbox,
  companyId: number,
  requested: RequestedEntry,
  context: CommandContext,
  present: (posted: EntryPosted) => Presented,
): Promise<{ readonly presented: Presented } | Refusal> {
  const command = (await withIds(ids, [requested]))[0]!;
  const toExecute = needsFacts(command) ? async () => (await withFacts(pool, companyId, [command]))[0]! : command;
  let presented: Presented | undefined;
  const outcome = await commands.execute('company', companyId, toExecute, context, ({ events, state, recordedAt }) => {
    const { data: entry } = getFirstOfType(events, 'EntryPosted');
    presented = present({ entry, file: state, recordedAt: recordedAt! });
  });
  return isRefusal(outcome) ? outcome : { presented: presented! };
}
