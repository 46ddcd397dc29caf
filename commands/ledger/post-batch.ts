import type { PostBatch } from '../../domain/ledger/post-entry.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { EntryPosted } from './post-entry.ts';
import { toPostCommand, countLineIds, needsFacts, withFacts, type RequestedEntry } from './requested.ts';

/** Posts all entries or none, in one append. `present` prepares each for the response while the projections catch up. */
export async function postBatch<Presented>(
  { commands, ids, pool }: Toolbox,
  companyId: number,
  requested: readonly RequestedEntry[],
  context: CommandContext,
  present: (posted: EntryPosted) => Presented,
): Promise<{ readonly presented: readonly Presented[] } | Refusal> {
  const counts = requested.map(countLineIds);
  const [entryIds, lineIds] = await Promise.all([
    ids.allocate('entries', Math.max(1, requested.length)),
    ids.allocate(
      'entry_lines',
      Math.max(
        1,
        counts.reduce((total, count) => total + count, 0),
      ),
    ),
  ]);
  let taken = 0;
  const entries = requested.map((entry, index) =>
    toPostCommand(entry, entryIds[index]!, lineIds.slice(taken, (taken += counts[index]!))),
  );
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
