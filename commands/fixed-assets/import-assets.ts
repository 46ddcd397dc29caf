import type { CreatedAsset } from '../../domain/fixed-assets/asset-events.ts';
import type { ImportFixedAssets, ImportedAsset } from '../../domain/fixed-assets/import.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import type { CommandContext } from '../support/context.ts';
import { filterByType } from '../support/events-by-type.ts';
import type { Sources } from '../support/preview.ts';
import type { Toolbox } from '../support/toolbox.ts';

export type RequestedImport = readonly Pick<ImportedAsset, 'line' | 'requested'>[];

/** Creates all assets or none, in one append. Returns the recorded assets in the order of the file. */
export async function importFixedAssets(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedImport,
  context: CommandContext,
): Promise<readonly CreatedAsset[] | Refusal> {
  try {
    const command = await buildImportAssetsCommand(toolbox, companyId, requested);
    const outcome = await toolbox.commands.execute('company', companyId, command, context);
    return isRefusal(outcome) ? outcome : filterByType(outcome.events, 'FixedAssetCreated').map(({ data }) => data);
  } catch (error) {
    if (error instanceof AppendTooLarge) return refuse('import_too_large', { field: 'file' });
    throw error;
  }
}

export async function buildImportAssetsCommand(
  { ids }: Pick<Sources, 'ids'>,
  _companyId: number,
  requested: RequestedImport,
): Promise<ImportFixedAssets> {
  const [assetIds, accountIds] = await Promise.all([
    ids.allocate('fixed_assets', requested.length),
    ids.allocate('accounts', requested.length),
  ]);
  const assets = requested.map((asset, index) => ({ ...asset, id: assetIds[index]!, accountId: accountIds[index]! }));
  return { type: 'ImportFixedAssets', assets };
}
