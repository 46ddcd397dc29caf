import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findLiveRecord } from '../records/state.ts';
import { trashable } from '../records/trashable.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { AssetState } from './asset-state.ts';

/** Fixed assets in the recycle bin. An asset with postings cannot be trashed, because the books refer to it. */
export const assetBin = trashable({
  name: 'fixed-assets',
  commands: { trash: 'TrashFixedAsset', restore: 'RestoreFixedAsset' },
  events: {
    trashed: 'FixedAssetTrashed',
    restored: 'FixedAssetRestored',
    purged: 'FixedAssetsPurged',
    list: 'assets',
  },
  find: ({ fixedAssets }, id) => fixedAssets.byId.get(id),
  findTrashRefusal: ({ moves }) => (moves > 0 ? refuse('asset_posted', { field: 'id' }) : null),
  findRestoreRefusal,
});

/** Another asset may now use the same code or purchase line, or the account may be gone. */
function findRestoreRefusal({ id, fields, origins }: AssetState, file: CompanyFile): Refusal | null {
  const { byCode, taken } = file.fixedAssets;
  const other = byCode.get(fields.code);
  if (other !== undefined && other !== id) return refuse('record_taken', { field: 'code' });
  if (!findLiveRecord(file.records, accounts, fields.account_id))
    return refuse('account_unknown', { field: 'account_id' });
  const isTaken = origins.some(({ line_id }) => taken.has(line_id));
  return isTaken ? refuse('asset_origin_taken', { field: 'origin_line_id' }) : null;
}
