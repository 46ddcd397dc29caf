import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { AdjustFixedAsset } from '../../domain/fixed-assets/adjust-command.ts';
import { LINES_OF_TRANSFER } from '../../domain/fixed-assets/transfer.ts';
import type { RequestedAsset } from '../../domain/fixed-assets/fields.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { findOriginLine } from '../../projections/fixed-assets/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { Sources } from '../support/preview.ts';

/** Changes to a single asset. */

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
  const buildCommand = async (file: CompanyFile) => {
    const line = changes.origin_line_id ?? file.fixedAssets.byId.get(id)?.fields.origin_line_id;
    const origin = await findOriginLine(pool, companyId, line);
    return { type: 'ChangeFixedAsset', id, accountId: accountId!, changes, origin, baseVersion } as const;
  };
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : { isRecorded: outcome.events.length > 0 };
}

export type RequestedAdjustment = Omit<AdjustFixedAsset, 'type' | 'origin' | 'entryId' | 'lineIds' | 'accountId'>;

/** Returns the id of the entry that books the adjustment; null if there is none. */
export async function adjustFixedAsset(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedAdjustment,
  context: CommandContext,
): Promise<{ readonly entryId: number | null } | Refusal> {
  const buildCommand = () => buildAdjustCommand(toolbox, companyId, requested);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  return { entryId: filterByType(outcome.events, 'EntryPosted')[0]?.data.id ?? null };
}

export async function buildAdjustCommand(
  { pool, ids }: Sources,
  companyId: number,
  requested: RequestedAdjustment,
): Promise<AdjustFixedAsset> {
  const [origin, [entryId], lineIds, [accountId]] = await Promise.all([
    findOriginLine(pool, companyId, requested.origin_line_id),
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', LINES_OF_TRANSFER),
    ids.allocate('accounts', 1),
  ]);
  return { type: 'AdjustFixedAsset', ...requested, origin, entryId: entryId!, lineIds, accountId: accountId! };
}
