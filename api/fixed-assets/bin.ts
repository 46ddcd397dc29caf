import { moveFixedAsset } from '../../commands/fixed-assets/change-asset.ts';
import { refusalOfReturn } from '../../domain/fixed-assets/bin.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { BinSource } from '../history/bin.ts';
import { ok } from '../http/reply/reply.ts';
import { answerWith, assetConflict, shownAsset } from './answer.ts';
import { FixedAsset } from './asset.ts';

/** An asset comes back unless its code, or the line that bought it, is another's by now. */
export const assetBin: BinSource = {
  answer: FixedAsset,
  writtenBy: 'encoder',
  async restore(request, id) {
    const { services, company, write } = request;
    const move = { type: 'RestoreFixedAsset', id, baseVersion: write.baseVersion } as const;
    const refused = await moveFixedAsset(services, company.id, move, write);
    return refused ? assetConflict(request, id, refused) : answerWith(request, id, ok);
  },
  async refusals({ services, company }, ids) {
    const file = await services.commands.look('company', company.id);
    const refusals = new Map<number, Refusal>();
    for (const id of ids) {
      const asset = file.fixedAssets.byId.get(id);
      const refused = asset && refusalOfReturn(asset, file);
      if (refused) refusals.set(id, refused);
    }
    return refusals;
  },
  shown: (request, id) => shownAsset(request, id),
};
