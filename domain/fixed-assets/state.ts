import type { Json } from '../json.ts';
import { add, isZero, subtract, sum, ZERO, type Amount } from '../money.ts';
import { emptyMap, mapOf, type PersistentMap } from '../persistent-map.ts';
import type { AssetEvent } from './asset-events.ts';
import { afterDepreciation, evolveAsset, newAsset, type AssetState } from './asset-state.ts';

/** The fixed assets of a company file. */
export interface FixedAssetsState {
  readonly byId: PersistentMap<number, AssetState>;
  /** Of those that are not in the recycle bin. */
  readonly byCode: PersistentMap<string, number>;
  /** How much of the line of an entry assets have taken. */
  readonly taken: PersistentMap<number, Amount>;
}

export const initialFixedAssets: FixedAssetsState = { byId: emptyMap(), byCode: emptyMap(), taken: emptyMap() };

export function evolveFixedAssets(state: FixedAssetsState, event: AssetEvent): FixedAssetsState {
  switch (event.type) {
    case 'FixedAssetCreated': {
      const { id, ...fields } = event.data;
      return withAssets(state, [newAsset(id, fields)]);
    }
    case 'FixedAssetsPurged': {
      let { byId } = state;
      for (const { id } of event.data.assets) byId = byId.without(id);
      return { ...state, byId };
    }
    case 'FixedAssetsDepreciated':
    case 'FixedAssetsDepreciationTakenBack':
      return withAssets(state, [...afterDepreciation(event, (id) => state.byId.get(id))]);
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
    const [earlier, later] = [livingCode(before), livingCode(after)];
    if (earlier !== later) {
      if (earlier !== null) byCode = byCode.without(earlier);
      if (later !== null) byCode = byCode.with(later, after.id);
    }
    if (before?.origins === after.origins && before.is_trashed === after.is_trashed) continue;
    for (const { line_id, amount } of livingOrigins(before)) taken = withTaken(taken, line_id, amount, subtract);
    for (const { line_id, amount } of livingOrigins(after)) taken = withTaken(taken, line_id, amount, add);
  }
  return { byId: state.byId.withAll(assets.map((asset) => [asset.id, asset] as const)), byCode, taken };
}

const livingCode = (asset: AssetState | undefined): string | null =>
  asset && !asset.is_trashed ? asset.fields.code : null;
const livingOrigins = (asset: AssetState | undefined) => (asset && !asset.is_trashed ? asset.origins : []);

type Operation = (one: Amount, other: Amount) => Amount;

function withTaken(taken: FixedAssetsState['taken'], lineId: number, amount: Amount, apply: Operation) {
  const after = apply(taken.get(lineId) ?? ZERO, amount);
  return isZero(after) ? taken.without(lineId) : taken.with(lineId, after);
}

export const packFixedAssets = ({ byId }: FixedAssetsState): Json => [...byId.values()];

export function unpackFixedAssets(packed: Json): FixedAssetsState {
  // A snapshot is read by the version of the service that wrote it, or not at all.
  const assets = packed as readonly AssetState[];
  const living = assets.filter(({ is_trashed }) => !is_trashed);
  const taken = new Map<number, Amount>();
  for (const { line_id, amount } of living.flatMap(({ origins }) => origins))
    taken.set(line_id, sum([taken.get(line_id) ?? ZERO, amount]));
  return {
    byId: mapOf(assets.map((asset) => [asset.id, asset] as const)),
    byCode: mapOf(living.map(({ id, fields }) => [fields.code, id] as const)),
    taken: mapOf(taken),
  };
}
