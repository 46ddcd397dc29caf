import type { CompanyFile } from '../../domain/company-file-state.ts';
import {
  decideAccruals,
  countAccrualLetteringIds,
  countAccrualLineIds,
  type PostAccruals,
} from '../../domain/fiscal-years/accruals.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import type { EntryPosted } from '../ledger/post-entry.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

export type RequestedAccruals = Omit<PostAccruals, 'type' | 'ids'>;

export interface AccrualPair<Entry> {
  readonly entry: Entry;
  readonly reversal: Entry;
}

/** Posts the accrual and its reversal in one append. Returns what `present` makes of each while the projections catch up. */
export async function postAccruals<Presented>(
  { commands, ids }: Toolbox,
  companyId: number,
  requested: RequestedAccruals,
  context: CommandContext,
  present: (posted: EntryPosted) => Presented,
): Promise<AccrualPair<Presented> | Refusal> {
  const count = Math.max(1, requested.items.length);
  const [[entryId, reversalId], lines, letterings] = await Promise.all([
    ids.allocate('entries', 2),
    ids.allocate('entry_lines', countAccrualLineIds(count)),
    ids.allocate('letterings', countAccrualLetteringIds(count)),
  ]);
  const own = { entries: [entryId!, reversalId!], lines, letterings } as const;
  let presented: readonly Presented[] = [];
  try {
    const command = { type: 'PostAccruals', ...requested, ids: own } as const;
    const outcome = await commands.execute('company', companyId, command, context, ({ events, state, recordedAt }) => {
      presented = filterByType(events, 'EntryPosted').map(({ data }) =>
        present({ entry: data, file: state, recordedAt: recordedAt! }),
      );
    });
    return isRefusal(outcome) ? outcome : { entry: presented[0]!, reversal: presented[1]! };
  } catch (error) {
    // The texts of many lines may exceed the size of an append.
    if (error instanceof AppendTooLarge) return refuse('accruals_too_large', { field: 'items' });
    throw error;
  }
}

/** Both entries as they would be posted now, with placeholder ids. */
export async function previewAccruals(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  requested: RequestedAccruals,
): Promise<(AccrualPair<PostedEntry> & { readonly file: CompanyFile }) | Refusal> {
  const file = await commands.loadState('company', companyId);
  const count = requested.items.length;
  const buildPlaceholderIds = (length: number): number[] => Array.from({ length }, (_, index) => -1 - index);
  const own = {
    entries: [-1, -2],
    lines: buildPlaceholderIds(countAccrualLineIds(count)),
    letterings: buildPlaceholderIds(countAccrualLetteringIds(count)),
  } as const;
  const decision = decideAccruals({ type: 'PostAccruals', ...requested, ids: own }, file);
  if (isRefusal(decision)) return decision;
  const [entry, reversal] = filterByType(decision, 'EntryPosted');
  return { entry: entry!.data, reversal: reversal!.data, file };
}
