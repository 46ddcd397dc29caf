import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, type Subject } from '../subject.ts';
import { decideAdjustment } from './adjustment.ts';
import { decideChange, decideCreation } from './asset.ts';
import { assetEvents } from './asset-events.ts';
import { assetBin } from './bin.ts';
import { decideDepreciation, decideDepreciationInSteps } from './depreciation.ts';
import { decideDisposal } from './disposal.ts';
import { decideAssetImport, decideAssetImportInSteps } from './import.ts';
import { evolveFixedAssets, initialFixedAssets, packFixedAssets, unpackFixedAssets } from './state.ts';
import { assetUndoFacts } from './undo-facts.ts';
import { assetUndo } from './undo.ts';

/** Fixed assets: purchase, depreciation, adjustment and disposal. */
export const fixedAssets = {
  events: assetEvents,
  decide: {
    CreateFixedAsset: decideCreation,
    ImportFixedAssets: decideAssetImport,
    ChangeFixedAsset: decideChange,
    DepreciateFixedAssets: decideDepreciation,
    AdjustFixedAsset: decideAdjustment,
    DisposeFixedAsset: decideDisposal,
    TrashFixedAsset: assetBin.decide,
    RestoreFixedAsset: assetBin.decide,
  },
  decideInSteps: { DepreciateFixedAssets: decideDepreciationInSteps, ImportFixedAssets: decideAssetImportInSteps },
  evolve: [
    on(assetEvents, (file: CompanyFileState, event) => ({
      ...file,
      fixedAssets: evolveFixedAssets(file.fixedAssets, event),
    })),
  ],
  slices: { fixedAssets: { initial: initialFixedAssets, pack: packFixedAssets, unpack: unpackFixedAssets } },
  bins: { 'fixed-assets': assetBin },
  undo: assetUndo,
  undoFacts: assetUndoFacts,
} satisfies Subject<CompanyFileState, CompanyFile>;
