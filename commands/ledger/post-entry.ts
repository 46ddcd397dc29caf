import type { CompanyFile } from '../../domain/company-file.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import type { PostEntry } from '../../domain/ledger/entry.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface EntryPosted {
  readonly entry: PostedEntry;
  /** The company file right after, which knows the names of what the entry refers to. */
  readonly file: CompanyFile;
  readonly recordedAt: string;
}

/** Gives what `present` makes of the entry, which is done while the read tables still take it in. */
export async function postEntry<Presented>(
  { commands, ids }: Toolbox,
  companyId: number,
  wanted: Omit<PostEntry, 'type' | 'entryId' | 'lineIds'>,
  context: CommandContext,
  present: (posted: EntryPosted) => Presented,
): Promise<{ readonly presented: Presented } | Refusal> {
  const [entryIds, lineIds] = await Promise.all([
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', Math.max(1, wanted.lines.length)),
  ]);
  const command = { type: 'PostEntry', ...wanted, entryId: entryIds[0]!, lineIds } as const;
  let presented: Presented | undefined;
  const outcome = await commands.execute('company', companyId, command, context, ({ events, state, recordedAt }) => {
    presented = present({
      entry: events[0]!.data as unknown as PostedEntry,
      file: state,
      recordedAt: recordedAt!,
    });
  });
  return isRefusal(outcome) ? outcome : { presented: presented! };
}
