import { trashOrRestoreFixedAsset } from '../../commands/fixed-assets/change-asset.ts';
import { findRestoreRefusal } from '../../domain/fixed-assets/bin.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { BinSource } from '../history/bin.ts';
import { ok } from '../http/reply/reply.ts';
import { respondWithAsset, withServerAsset, findPresentedAsset } from './answer.ts';
import { FixedAsset } from './asset.ts';

/** An asset can be restored unless its code or its purchase line is used by another asset. */
export const assetBin: BinSource = {
  answer: FixedAsset,
  writtenBy: 'encoder',
  async restore(request, id) {
    const { services, company, write } = request;
    const move = { type: 'RestoreFixedAsset', id, baseVersion: write.baseVersion } as const;
    const refused = await trashOrRestoreFixedAsset(services, company.id, move, write);
    return refused ? withServerAsset(request, id, refused) : respondWithAsset(request, id, ok);
  },
  async refusals({ services, company }, ids) {
    const file = await services.commands.loadState('company', company.id);
    const refusals = new Map<number, Refusal>();
    for (const id of ids) {
      const asset = file.fixedAssets.byId.get(id);
      const refused = asset && findRestoreRefusal(asset, file);
      if (refused) refusals.set(id, refused);
    }
    return refusals;
  },
  shown: (request, id) => findPresentedAsset(request, id),
};
