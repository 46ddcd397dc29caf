import type { CompanyFile } from '../company-file-state.ts';
import { conflict } from '../records/records.ts';
import { refuse, type Decision, type Refusal } from '../refusal.ts';
import { accounts } from '../accounts/account.ts';
import { living } from '../records/state.ts';
import type { AssetEvent } from './asset-events.ts';
import type { AssetState } from './asset-state.ts';

/** Fixed assets in the recycle bin. What something was posted of stays: the books refer to it. */

export interface MoveFixedAsset {
  readonly type: 'TrashFixedAsset' | 'RestoreFixedAsset';
  readonly id: number;
  readonly baseVersion: number | null;
}

export function decideMove({ type, id, baseVersion }: MoveFixedAsset, file: CompanyFile): Decision<AssetEvent> {
  const asset = file.fixedAssets.byId.get(id);
  const isRestored = type === 'RestoreFixedAsset';
  if (!asset || asset.is_trashed !== isRestored) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== asset.version) return conflict(asset.version);
  if (!isRestored && asset.moves > 0) return refuse('asset_posted', { field: 'id' });
  const refused = isRestored ? refusalOfReturn(asset, file) : null;
  if (refused) return refused;
  return [{ type: isRestored ? 'FixedAssetRestored' : 'FixedAssetTrashed', data: { id, version: asset.version + 1 } }];
}

/** Its code or the line that bought it may be another's by now, or its account may be gone. */
export function refusalOfReturn({ id, fields, origins }: AssetState, file: CompanyFile): Refusal | null {
  const { byCode, taken } = file.fixedAssets;
  const other = byCode.get(fields.code);
  if (other !== undefined && other !== id) return refuse('record_taken', { field: 'code' });
  if (!living(file.records, accounts, fields.account_id)) return refuse('account_unknown', { field: 'account_id' });
  const isTaken = origins.some(({ line_id }) => taken.has(line_id));
  return isTaken ? refuse('asset_origin_taken', { field: 'origin_line_id' }) : null;
}

export const assetBin = {
  /** The version of one that lies there. */
  trashedVersion({ fixedAssets }: CompanyFile, id: number): number | null {
    const asset = fixedAssets.byId.get(id);
    return asset?.is_trashed ? asset.version : null;
  },
  purged: (assets: readonly { readonly id: number; readonly version: number }[]): AssetEvent => ({
    type: 'FixedAssetsPurged',
    data: { assets },
  }),
};
