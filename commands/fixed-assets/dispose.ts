import type { CompanyFile } from '../../domain/company-file-state.ts';
import { countDisposalEntries, LINES_OF_DISPOSAL } from '../../domain/fixed-assets/disposal.ts';
import type { DisposeFixedAsset } from '../../domain/fixed-assets/sale.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { Sources } from '../support/preview.ts';

export type RequestedDisposal = Omit<DisposeFixedAsset, 'type' | 'ids' | 'accountId'>;

/** Returns the ids of the entries in posting order. */
export async function disposeFixedAsset(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedDisposal,
  context: CommandContext,
): Promise<{ readonly entryIds: readonly number[] } | Refusal> {
  const buildCommand = (file: CompanyFile) => buildDisposeCommand(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  return { entryIds: filterByType(outcome.events, 'EntryPosted').map(({ data }) => data.id) };
}

export async function buildDisposeCommand(
  { ids }: Sources,
  _companyId: number,
  requested: RequestedDisposal,
  file: CompanyFile,
): Promise<DisposeFixedAsset> {
  const count = countDisposalEntries(requested.disposed_on, file);
  const [entries, lines, [accountId]] = await Promise.all([
    ids.allocate('entries', count),
    ids.allocate('entry_lines', count * LINES_OF_DISPOSAL),
    ids.allocate('accounts', 1),
  ]);
  return { type: 'DisposeFixedAsset', ...requested, ids: { entries, lines }, accountId: accountId! };
}
