import type { CreateFixedAsset } from '../../domain/fixed-assets/asset.ts';
import type { RequestedAsset } from '../../domain/fixed-assets/fields.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { originLine } from '../../projections/fixed-assets/facts.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import { refusalOf } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Gives the id of the asset; after an interrupted earlier run, of the one that was made then. */
export async function createFixedAsset(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedAsset,
  context: CommandContext,
): Promise<{ readonly id: number } | Refusal> {
  const { ids, commands } = toolbox;
  const [[id], [accountId]] = await Promise.all([ids.allocate('fixed_assets', 1), ids.allocate('accounts', 1)]);
  const gathered = () => gather(toolbox, companyId, requested, { id: id!, accountId: accountId! });
  // Only the line of an entry is read from the tables: an asset by hand is decided along with whatever else waits.
  const command = (requested.origin_line_id ?? null) === null ? await gathered() : gathered;
  const outcome = await commands.execute('company', companyId, command, context);
  return isRefusal(outcome) ? outcome : { id: firstOfType(outcome.events, 'FixedAssetCreated').data.id };
}

/** Why the asset could not be made so now; null when it could. */
export async function refusalOfFixedAsset(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedAsset,
): Promise<Refusal | null> {
  const command = await gather(toolbox, companyId, requested, { id: NO_ID, accountId: NO_ID });
  return refusalOf(toolbox, 'company', companyId, command);
}

/** No asset and no account ever has it. */
const NO_ID = -1;

async function gather(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  requested: RequestedAsset,
  ids: { readonly id: number; readonly accountId: number },
): Promise<CreateFixedAsset> {
  return {
    type: 'CreateFixedAsset',
    ...ids,
    requested,
    origin: await originLine(pool, companyId, requested.origin_line_id),
  };
}
