import type { CompanyFile } from '../company-file-state.ts';
import { refuse, type Decision, type Refusal } from '../refusal.ts';
import { accounts } from '../accounts/account.ts';
import { findLiveRecord } from '../records/state.ts';
import type { AssetEvent } from './asset-events.ts';
import type { AssetState } from './asset-state.ts';
import { findVersionConflict } from '../versions.ts';

/** Fixed assets in the recycle bin. An asset with postings cannot be trashed, because the books refer to it. */

export interface MoveFixedAsset {
  readonly type: 'TrashFixedAsset' | 'RestoreFixedAsset';
  readonly id: number;
  readonly baseVersion: number | null;
}

export function decideTrashOrRestore(
  { type, id, baseVersion }: MoveFixedAsset,
  file: CompanyFile,
): Decision<AssetEvent> {
  const asset = file.fixedAssets.byId.get(id);
  const isRestored = type === 'RestoreFixedAsset';
  if (!asset || asset.is_trashed !== isRestored) return refuse('not_found');
  const conflict = findVersionConflict(asset, baseVersion);
  if (conflict) return conflict;
  if (!isRestored && asset.moves > 0) return refuse('asset_posted', { field: 'id' });
  const refused = isRestored ? findRestoreRefusal(asset, file) : null;
  if (refused) return refused;
  return [{ type: isRestored ? 'FixedAssetRestored' : 'FixedAssetTrashed', data: { id, version: asset.version + 1 } }];
}

/** Another asset may now use the same code or purchase line, or the account may be gone. */
export function findRestoreRefusal({ id, fields, origins }: AssetState, file: CompanyFile): Refusal | null {
  const { byCode, taken } = file.fixedAssets;
  const other = byCode.get(fields.code);
  if (other !== undefined && other !== id) return refuse('record_taken', { field: 'code' });
  if (!findLiveRecord(file.records, accounts, fields.account_id))
    return refuse('account_unknown', { field: 'account_id' });
  const isTaken = origins.some(({ line_id }) => taken.has(line_id));
  return isTaken ? refuse('asset_origin_taken', { field: 'origin_line_id' }) : null;
}

export const assetBin = {
  /** Version of a trashed asset. Null if the asset is not in the recycle bin. */
  trashedVersion({ fixedAssets }: CompanyFile, id: number): number | null {
    const asset = fixedAssets.byId.get(id);
    return asset?.is_trashed ? asset.version : null;
  },
  purged: (assets: readonly { readonly id: number; readonly version: number }[]): AssetEvent => ({
    type: 'FixedAssetsPurged',
    data: { assets },
  }),
};
