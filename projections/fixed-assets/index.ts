import type { AssetEvent, PostedDepreciation } from '../../domain/fixed-assets/asset-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectFixedAssets } from './projector.ts';
import { fixedAssetMovements, fixedAssets } from './tables.ts';

const asset = ({ id }: { readonly id: number }) => [{ table: fixedAssets, key: [id] }];
const ofRun = ({ groups }: PostedDepreciation) => groups.flatMap(({ assets }) => assets.flatMap(asset));

export const subject = {
  tables: [fixedAssets, fixedAssetMovements],
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
    FixedAssetsPurged: ({ assets }) => assets.flatMap(asset),
  },
} satisfies Subject<AssetEvent>;
