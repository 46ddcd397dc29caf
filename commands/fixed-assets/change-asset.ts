import { companyFile } from '../../domain/company-file.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { AdjustFixedAsset } from '../../domain/fixed-assets/adjust-command.ts';
import { decideAdjustment, type AdjustmentEvent } from '../../domain/fixed-assets/adjustment.ts';
import type { MoveFixedAsset } from '../../domain/fixed-assets/bin.ts';
import { LINES_OF_TRANSFER } from '../../domain/fixed-assets/transfer.ts';
import type { RequestedAsset } from '../../domain/fixed-assets/fields.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { originLine } from '../../projections/fixed-assets/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { allOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { NO_IDS, type IdSource } from './ids.ts';

/** What is done to one asset. */

export async function changeFixedAsset(
  { commands, pool, ids }: Toolbox,
  companyId: number,
  {
    id,
    changes,
    baseVersion,
  }: { readonly id: number; readonly changes: RequestedAsset; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | Refusal> {
  const [accountId] = await ids.allocate('accounts', 1);
  const gathered = async (file: CompanyFile) => {
    const line = changes.origin_line_id ?? file.fixedAssets.byId.get(id)?.fields.origin_line_id;
    const origin = await originLine(pool, companyId, line);
    return { type: 'ChangeFixedAsset', id, accountId: accountId!, changes, origin, baseVersion } as const;
  };
  const outcome = await commands.execute('company', companyId, gathered, context);
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}

export type RequestedAdjustment = Omit<AdjustFixedAsset, 'type' | 'origin' | 'entryId' | 'lineIds' | 'accountId'>;

/** Gives the id of the entry that books it; null where none does. */
export async function adjustFixedAsset(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedAdjustment,
  context: CommandContext,
): Promise<{ readonly entryId: number | null } | Refusal> {
  const gathered = () => gather(toolbox, companyId, requested);
  const outcome = await toolbox.commands.execute('company', companyId, gathered, context);
  if (isRefusal(outcome)) return outcome;
  return { entryId: allOfType(outcome.events, 'EntryPosted')[0]?.data.id ?? null };
}

/** What it would record now. */
export async function previewAdjustment(
  { pool, commands }: Toolbox,
  companyId: number,
  requested: RequestedAdjustment,
): Promise<{ readonly events: readonly AdjustmentEvent[]; readonly file: CompanyFile } | Refusal> {
  const file = await commands.look('company', companyId);
  const events = decideAdjustment(await gather({ pool, ids: NO_IDS }, companyId, requested), file);
  // Accounts that it makes are named by its entries.
  return isRefusal(events) ? events : { events, file: events.reduce(companyFile.evolve, file) };
}

async function gather(
  { pool, ids }: Pick<Toolbox, 'pool'> & { readonly ids: IdSource },
  companyId: number,
  requested: RequestedAdjustment,
): Promise<AdjustFixedAsset> {
  const [origin, [entryId], lineIds, [accountId]] = await Promise.all([
    originLine(pool, companyId, requested.origin_line_id),
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', LINES_OF_TRANSFER),
    ids.allocate('accounts', 1),
  ]);
  return { type: 'AdjustFixedAsset', ...requested, origin, entryId: entryId!, lineIds, accountId: accountId! };
}

/** To the recycle bin, or back from there. */
export async function moveFixedAsset(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  move: MoveFixedAsset,
  context: CommandContext,
): Promise<Refusal | null> {
  const outcome = await commands.execute('company', companyId, move, context);
  return isRefusal(outcome) ? outcome : null;
}
