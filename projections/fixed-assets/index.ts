import type { AssetEvent, PostedDepreciation } from '../../domain/fixed-assets/asset-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectFixedAssets } from './projector.ts';
import { fixedAssetMovements, fixedAssetPlans, fixedAssets } from './tables.ts';

const head = ({ id }: { readonly id: number }) => ({ table: fixedAssets, key: [id] });
const asset = ({ id }: { readonly id: number }) => [head({ id }), { table: fixedAssetPlans, key: [id] }];
const ofRun = ({ groups }: PostedDepreciation) => groups.flatMap(({ assets }) => assets.map(head));

export const subject = {
  tables: [fixedAssets, fixedAssetPlans, fixedAssetMovements],
  project: {
    FixedAssetCreated: projectFixedAssets,
    FixedAssetChanged: projectFixedAssets,
    FixedAssetsDepreciated: projectFixedAssets,
    FixedAssetsDepreciationTakenBack: projectFixedAssets,
    FixedAssetAdjusted: projectFixedAssets,
    FixedAssetAdjustmentTakenBack: projectFixedAssets,
    FixedAssetDisposed: projectFixedAssets,
    FixedAssetDisposalTakenBack: projectFixedAssets,
    FixedAssetTrashed: projectFixedAssets,
    FixedAssetRestored: projectFixedAssets,
    FixedAssetsPurged: projectFixedAssets,
  },
  needs: {
    FixedAssetChanged: asset,
    FixedAssetsDepreciated: ofRun,
    FixedAssetsDepreciationTakenBack: ofRun,
    FixedAssetAdjusted: asset,
    FixedAssetAdjustmentTakenBack: asset,
    FixedAssetDisposed: asset,
    FixedAssetDisposalTakenBack: asset,
    FixedAssetTrashed: asset,
    FixedAssetRestored: asset,
    FixedAssetsPurged: ({ assets }) => assets.map(head),
  },
} satisfies Subject<AssetEvent>;
