import type { AssetEvent, PostedDepreciation } from '../../domain/fixed-assets/asset-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectFixedAssets } from './projector.ts';
import { fixedAssetMovements, fixedAssetPlans, fixedAssets } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { readAssetUndoFacts } from './undo-facts.ts';

const getHeadKey = ({ id }: { readonly id: number }) => ({ table: fixedAssets, key: [id] });
const getAssetKeys = ({ id }: { readonly id: number }) => [getHeadKey({ id }), { table: fixedAssetPlans, key: [id] }];
const getRunKeys = ({ groups }: PostedDepreciation) => groups.flatMap(({ assets }) => assets.map(getHeadKey));

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
    FixedAssetChanged: getAssetKeys,
    FixedAssetsDepreciated: getRunKeys,
    FixedAssetsDepreciationTakenBack: getRunKeys,
    FixedAssetAdjusted: getAssetKeys,
    FixedAssetAdjustmentTakenBack: getAssetKeys,
    FixedAssetDisposed: getAssetKeys,
    FixedAssetDisposalTakenBack: getAssetKeys,
    FixedAssetTrashed: getAssetKeys,
    FixedAssetRestored: getAssetKeys,
    FixedAssetsPurged: ({ assets }) => assets.map(getHeadKey),
  },
  labels: { 'fixed-assets': labelByColumns(fixedAssets, 'code', 'label') },
  bins: { 'fixed-assets': fixedAssets },
  readUndoFacts: readAssetUndoFacts,
} satisfies Subject<AssetEvent>;
