import type { Json } from '../json.ts';
import { add, isZero, subtract, sum, ZERO, type Amount } from '../money.ts';
import { createEmptyMap, toPersistentMap, type PersistentMap } from '../persistent-map.ts';
import type { AssetEvent } from './asset-events.ts';
import { evolveDepreciatedAssets, evolveAsset, createAssetState, type AssetState } from './asset-state.ts';

/** The fixed assets of a company file. */
export interface FixedAssetsState {
  readonly byId: PersistentMap<number, AssetState>;
  /** Only assets that are not trashed. */
  readonly byCode: PersistentMap<string, number>;
  /** The amount that assets have taken from each entry line. */
  readonly taken: PersistentMap<number, Amount>;
}

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly fixedAssets: FixedAssetsState;
  }
}

export const initialFixedAssets: FixedAssetsState = {
  byId: createEmptyMap(),
  byCode: createEmptyMap(),
  taken: createEmptyMap(),
};

export function evolveFixedAssets(state: FixedAssetsState, event: AssetEvent): FixedAssetsState {
  switch (event.type) {
    case 'FixedAssetCreated': {
      const { id, ...fields } = event.data;
      return withAssets(state, [createAssetState(id, fields)]);
    }
    case 'FixedAssetsPurged': {
      let { byId } = state;
      for (const { id } of event.data.assets) byId = byId.without(id);
      return { ...state, byId };
    }
    case 'FixedAssetsDepreciated':
    case 'FixedAssetsDepreciationTakenBack':
      return withAssets(state, [...evolveDepreciatedAssets(event, (id) => state.byId.get(id))]);
    default: {
      const before = state.byId.get(event.data.id);
      return before ? withAssets(state, [evolveAsset(before, event)]) : state;
    }
  }
}

function withAssets(state: FixedAssetsState, assets: readonly AssetState[]): FixedAssetsState {
  let { byCode, taken } = state;
  for (const after of assets) {
    const before = state.byId.get(after.id);
    const [earlier, later] = [getLiveCode(before), getLiveCode(after)];
    if (earlier !== later) {
      if (earlier !== null) byCode = byCode.without(earlier);
      if (later !== null) byCode = byCode.with(later, after.id);
    }
    if (before?.origins === after.origins && before.is_trashed === after.is_trashed) continue;
    for (const { line_id, amount } of getLiveOrigins(before)) taken = withTaken(taken, line_id, amount, subtract);
    for (const { line_id, amount } of getLiveOrigins(after)) taken = withTaken(taken, line_id, amount, add);
  }
  return { byId: state.byId.withAll(assets.map((asset) => [asset.id, asset] as const)), byCode, taken };
}

const getLiveCode = (asset: AssetState | undefined): string | null =>
  asset && !asset.is_trashed ? asset.fields.code : null;
const getLiveOrigins = (asset: AssetState | undefined) => (asset && !asset.is_trashed ? asset.origins : []);

type Operation = (one: Amount, other: Amount) => Amount;

function withTaken(taken: FixedAssetsState['taken'], lineId: number, amount: Amount, apply: Operation) {
  const after = apply(taken.get(lineId) ?? ZERO, amount);
  return isZero(after) ? taken.without(lineId) : taken.with(lineId, after);
}

export const packFixedAssets = ({ byId }: FixedAssetsState): Json => [...byId.values()];

export function unpackFixedAssets(packed: Json): FixedAssetsState {
  // A snapshot is read only by the service version that wrote it.
  const assets = packed as readonly AssetState[];
  const living = assets.filter(({ is_trashed }) => !is_trashed);
  const taken = new Map<number, Amount>();
  for (const { line_id, amount } of living.flatMap(({ origins }) => origins))
    taken.set(line_id, sum([taken.get(line_id) ?? ZERO, amount]));
  return {
    byId: toPersistentMap(assets.map((asset) => [asset.id, asset] as const)),
    byCode: toPersistentMap(living.map(({ id, fields }) => [fields.code, id] as const)),
    taken: toPersistentMap(taken),
  };
}
