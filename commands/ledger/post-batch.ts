import type { PostBatch } from '../../domain/ledger/post-entry.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { EntryPosted } from './post-entry.ts';
import { needsFacts, withFacts, withIds, type RequestedEntry } from './requested.ts';

/** Posts all entries or none, in one append. `present` prepares each for the response while the projections catch up. */
export async function postBatch<Presented>(
  { commands, ids, pool }: Toolbox,
  companyId: number,
  requested: readonly RequestedEntry[],
  context: CommandContext,
  present: (posted: EntryPosted) => Presented,
): Promise<{ readonly presented: readonly Presented[] } | Refusal> {
  const entries = await withIds(ids, requested);
  const batch = { type: 'PostBatch', entries } as const satisfies PostBatch;
  const toExecute = entries.some(needsFacts)
    ? async (): Promise<PostBatch> => ({ type: 'PostBatch', entries: await withFacts(pool, companyId, entries) })
    : batch;
  let presented: readonly Presented[] = [];
  try {
    const outcome = await commands.execute(
      'company',
      companyId,
      toExecute,
      context,
      ({ events, state, recordedAt }) => {
        presented = filterByType(events, 'EntryPosted').map(({ data }) =>
          present({ entry: data, file: state, recordedAt: recordedAt! }),
        );
      },
    );
    return isRefusal(outcome) ? outcome : { presented };
  } catch (error) {
    if (error instanceof AppendTooLarge) return refuse('batch_too_large', { field: 'entries' });
    throw error;
  }
}
