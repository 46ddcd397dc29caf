import type { CreateFixedAsset } from '../../domain/fixed-assets/asset.ts';
import type { RequestedAsset } from '../../domain/fixed-assets/fields.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { findOriginLine } from '../../projections/fixed-assets/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import { findRefusal } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Returns the id of the asset. After an interrupted earlier run, this is the asset created then. */
export async function createFixedAsset(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedAsset,
  context: CommandContext,
): Promise<{ readonly id: number } | Refusal> {
  const { ids, commands } = toolbox;
  const [[id], [accountId]] = await Promise.all([ids.allocate('fixed_assets', 1), ids.allocate('accounts', 1)]);
  const buildCommand = () => buildCreateCommand(toolbox, companyId, requested, { id: id!, accountId: accountId! });
  // Only the origin line is read from the projections; an asset without one can be decided in the same batch as others.
  const command = (requested.origin_line_id ?? null) === null ? await buildCommand() : buildCommand;
  const outcome = await commands.execute('company', companyId, command, context);
  return isRefusal(outcome) ? outcome : { id: getFirstOfType(outcome.events, 'FixedAssetCreated').data.id };
}

/** Finds why the asset cannot be created now. Null if it can. */
export async function findFixedAssetRefusal(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedAsset,
): Promise<Refusal | null> {
  const command = await buildCreateCommand(toolbox, companyId, requested, { id: NO_ID, accountId: NO_ID });
  return findRefusal(toolbox, 'company', companyId, command);
}

/** Placeholder id that no asset or account ever has. */
const NO_ID = -1;

async function buildCreateCommand(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  requested: RequestedAsset,
  ids: { readonly id: number; readonly accountId: number },
): Promise<CreateFixedAsset> {
  return {
    type: 'CreateFixedAsset',
    ...ids,
    requested,
    origin: await findOriginLine(pool, companyId, requested.origin_line_id),
  };
}
