import { assetEvents, type AssetEvent, type PostedDepreciation } from '../../domain/fixed-assets/asset-events.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { assetTrash, projectFixedAssets } from './projector.ts';
import { fixedAssetMovements, fixedAssetPlans, fixedAssets } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { readAssetUndoFacts } from './undo-facts.ts';

const RUNS = ['FixedAssetsDepreciated', 'FixedAssetsDepreciationTakenBack'] as const;
const getHeadKey = ({ id }: { readonly id: number }) => ({ table: fixedAssets, key: [id] });
const getAssetKeys = ({ id }: { readonly id: number }) => [getHeadKey({ id }), { table: fixedAssetPlans, key: [id] }];
const getRunKeys = ({ groups }: PostedDepreciation) => groups.flatMap(({ assets }) => assets.map(getHeadKey));

export const subject = {
  tables: [fixedAssets, fixedAssetPlans, fixedAssetMovements],
  project: { ...handleEach(assetEvents, projectFixedAssets), ...assetTrash.project },
  needs: {
    ...assetTrash.needs,
    ...handleEach(assetEvents, getAssetKeys, { except: ['FixedAssetCreated', 'FixedAssetsPurged', ...RUNS] }),
    ...handleEach(RUNS, getRunKeys),
  },
  labels: { 'fixed-assets': labelByColumns(fixedAssets, 'code', 'label') },
  bins: { 'fixed-assets': fixedAssets },
  readUndoFacts: readAssetUndoFacts,
} satisfies Subject<AssetEvent>;
