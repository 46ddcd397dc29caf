import type { CreateFixedAsset } from '../../domain/fixed-assets/asset.ts';
import type { RequestedAsset } from '../../domain/fixed-assets/fields.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { findOriginLine } from '../../projections/fixed-assets/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { Sources } from '../support/preview.ts';

/** Returns the id of the asset. After an interrupted earlier run, this is the asset created then. */
export async function createFixedAsset(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedAsset,
  context: CommandContext,
): Promise<{ readonly id: number } | Refusal> {
  const buildCommand = () => buildCreateAssetCommand(toolbox, companyId, requested);
  // Only the origin line is read from the projections; an asset without one can be decided in the same batch as others.
  const command = (requested.origin_line_id ?? null) === null ? await buildCommand() : buildCommand;
  const outcome = await toolbox.commands.execute('company', companyId, command, context);
  return isRefusal(outcome) ? outcome : { id: getFirstOfType(outcome.events, 'FixedAssetCreated').data.id };
}

export async function buildCreateAssetCommand(
  { pool, ids }: Sources,
  companyId: number,
  requested: RequestedAsset,
): Promise<CreateFixedAsset> {
  const [origin, [id], [accountId]] = await Promise.all([
    findOriginLine(pool, companyId, requested.origin_line_id),
    ids.allocate('fixed_assets', 1),
    ids.allocate('accounts', 1),
  ]);
  return { type: 'CreateFixedAsset', id: id!, accountId: accountId!, requested, origin };
}
