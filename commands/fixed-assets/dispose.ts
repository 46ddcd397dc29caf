import { companyFile } from '../../domain/company-file.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import {
  decideDisposal,
  countDisposalEntries,
  LINES_OF_DISPOSAL,
  type DisposalEvent,
} from '../../domain/fixed-assets/disposal.ts';
import type { DisposeFixedAsset } from '../../domain/fixed-assets/sale.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { NO_IDS, type IdSource } from './ids.ts';

export type RequestedDisposal = Omit<DisposeFixedAsset, 'type' | 'ids' | 'accountId'>;

/** Returns the ids of the entries in posting order. */
export async function disposeFixedAsset(
  { commands, ids }: Toolbox,
  companyId: number,
  requested: RequestedDisposal,
  context: CommandContext,
): Promise<{ readonly entryIds: readonly number[] } | Refusal> {
  const buildCommand = (file: CompanyFile) => buildDisposeCommand(ids, requested, file);
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  return { entryIds: filterByType(outcome.events, 'EntryPosted').map(({ data }) => data.id) };
}

/** The events that the disposal would record now. */
export async function previewDisposal(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  requested: RequestedDisposal,
): Promise<{ readonly events: readonly DisposalEvent[]; readonly file: CompanyFile } | Refusal> {
  const file = await commands.loadState('company', companyId);
  const events = decideDisposal(await buildDisposeCommand(NO_IDS, requested, file), file);
  // The entries may refer to accounts that the disposal creates.
  return isRefusal(events) ? events : { events, file: events.reduce(companyFile.evolve, file) };
}

async function buildDisposeCommand(
  ids: IdSource,
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
