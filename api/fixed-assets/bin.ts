import { findRestoreRefusals, trashOrRestore } from '../../commands/history/trash-or-restore.ts';
import { assetBin } from '../../domain/fixed-assets/bin.ts';
import { createBin } from '../history/bin.ts';
import { findPresentedAsset } from './answer.ts';
import { FixedAsset } from './asset.ts';

/** An asset can be restored unless its code or its purchase line is used by another asset. */
export const assetTrash = createBin({
  answer: FixedAsset,
  writtenBy: 'encoder',
  find: findPresentedAsset,
  trash: ({ services, company, write }, id) =>
    trashOrRestore(services, company.id, { type: 'TrashFixedAsset', id, baseVersion: write.baseVersion }, write),
  restore: ({ services, company, write }, id) =>
    trashOrRestore(services, company.id, { type: 'RestoreFixedAsset', id, baseVersion: write.baseVersion }, write),
  refusals: ({ services, company }, ids) => findRestoreRefusals(services, company.id, assetBin, ids),
});
