import {
  countAccrualLetteringIds,
  countAccrualLineIds,
  type PostAccruals,
} from '../../domain/fiscal-years/accruals.ts';
import type { EntryEvent, PostedEntry } from '../../domain/ledger/entry-events.ts';
import type { LetteringEvent } from '../../domain/lettering/lettering-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import type { EntryPosted } from '../ledger/post-entry.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { Sources } from '../support/preview.ts';

export type RequestedAccruals = Omit<PostAccruals, 'type' | 'ids'>;

export interface AccrualPair<Entry> {
  readonly entry: Entry;
  readonly reversal: Entry;
}

/** Posts the accrual and its reversal in one append. Returns what `present` makes of each while the projections catch up. */
export async function postAccruals<Presented>(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedAccruals,
  context: CommandContext,
  present: (posted: EntryPosted) => Presented,
): Promise<AccrualPair<Presented> | Refusal> {
  const command = await buildAccrualsCommand(toolbox, companyId, requested);
  let presented: readonly Presented[] = [];
  try {
    const outcome = await toolbox.commands.execute(
      'company',
      companyId,
      command,
      context,
      ({ events, state, recordedAt }) => {
        presented = filterByType(events, 'EntryPosted').map(({ data }) =>
          present({ entry: data, file: state, recordedAt: recordedAt! }),
        );
      },
    );
    return isRefusal(outcome) ? outcome : { entry: presented[0]!, reversal: presented[1]! };
  } catch (error) {
    // The texts of many lines may exceed the size of an append.
    if (error instanceof AppendTooLarge) return refuse('accruals_too_large', { field: 'items' });
    throw error;
  }
}

export async function buildAccrualsCommand(
  { ids }: Sources,
  _companyId: number,
  requested: RequestedAccruals,
): Promise<PostAccruals> {
  const count = Math.max(1, requested.items.length);
  const [[entryId, reversalId], lines, letterings] = await Promise.all([
    ids.allocate('entries', 2),
    ids.allocate('entry_lines', countAccrualLineIds(count)),
    ids.allocate('letterings', countAccrualLetteringIds(count)),
  ]);
  return { type: 'PostAccruals', ...requested, ids: { entries: [entryId!, reversalId!], lines, letterings } };
}

/** The accrual and its reversal among the events of the command. */
export function pairAccruals(events: readonly (EntryEvent | LetteringEvent)[]): AccrualPair<PostedEntry> {
  const [entry, reversal] = filterByType(events, 'EntryPosted');
  return { entry: entry!.data, reversal: reversal!.data };
}
