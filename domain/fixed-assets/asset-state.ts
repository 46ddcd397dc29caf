import { getNextDay, type PlainDate } from '../dates.ts';
import { add, compare, negate, subtract, sum, ZERO, type Amount } from '../money.ts';
import type { AdjustmentKind, AssetEvent, AssetFields, PlannedAmount, PostedDepreciation } from './asset-events.ts';
import { getDayBefore } from './calendar.ts';
import { spreadOverRemainingItems, type PlanPart } from './plan.ts';

/** A fixed asset, as the deciders use it. */
export type AssetState = {
  readonly id: number;
  readonly version: number;
  readonly is_trashed: boolean;
  /** The recorded fields. */
  readonly fields: AssetFields;
  /** Number of changes in value. Only the last one can be undone. */
  readonly moves: number;
  readonly adjustments: number;
  /** Current amounts in the books: cost, revaluation, depreciation and impairment. */
  readonly cost: Amount;
  readonly revalued: Amount;
  readonly depreciated: Amount;
  readonly impaired: Amount;
  readonly residual_value: Amount;
  /** Depreciation posted from the plan, including the part of any share disposed of since. */
  readonly posted: Amount;
  readonly depreciated_until: PlainDate | null;
  readonly parts: readonly PlanPart[];
  /** The entry lines of its purchase, and the amount taken from each. */
  readonly origins: readonly Origin[];
  readonly last_on: PlainDate | null;
  readonly disposed_on: PlainDate | null;
};

type Origin = {
  readonly line_id: number;
  readonly amount: Amount;
  /** Number of the addition that this line paid for. Null: the asset itself. */
  readonly number: number | null;
};

export const computeBookValue = ({
  cost,
  revalued,
  depreciated,
  impaired,
}: Pick<AssetState, 'cost' | 'revalued' | 'depreciated' | 'impaired'>): Amount =>
  subtract(add(cost, revalued), add(depreciated, impaired));

export const ASSET_STATUSES = ['active', 'fully_depreciated', 'disposed'] as const;
export type AssetStatus = (typeof ASSET_STATUSES)[number];

export const getAssetStatus = (asset: AssetState): AssetStatus =>
  deriveAssetStatus({ ...asset, method: asset.fields.method });

/** Derives the status from the amounts in the books alone. */
export function deriveAssetStatus(
  value: Parameters<typeof computeBookValue>[0] &
    Pick<AssetState, 'residual_value' | 'disposed_on'> &
    Pick<AssetFields, 'method'>,
): AssetStatus {
  if (value.disposed_on !== null) return 'disposed';
  const isOver = value.method !== 'none' && compare(computeBookValue(value), value.residual_value) <= 0;
  return isOver ? 'fully_depreciated' : 'active';
}

/** Is this the last change in value of the asset? */
export const isLastMove = (asset: AssetState, { move, version }: { readonly move: number; readonly version: number }) =>
  asset.moves === move && (asset.parts.at(-1)!.since ?? version) === version;

/** Creates the state of a newly recorded asset. */
export function createAssetState(id: number, fields: AssetFields, version = 1): AssetState {
  const { cost, residual_value, opening_depreciation, opening_until, origin_line_id } = fields;
  return {
    id,
    version,
    is_trashed: false,
    fields,
    moves: 0,
    adjustments: 0,
    cost,
    revalued: ZERO,
    depreciated: opening_depreciation,
    impaired: ZERO,
    residual_value,
    posted: opening_depreciation,
    depreciated_until: opening_until,
    parts: buildFirstParts(fields),
    origins: origin_line_id === null ? [] : [{ line_id: origin_line_id, amount: cost, number: null }],
    last_on: null,
    disposed_on: null,
  };
}

/** One part. If the earlier books depreciated a different amount, a second part plans the remainder. */
export function buildFirstParts(fields: AssetFields): readonly PlanPart[] {
  const { cost, residual_value, opening_depreciation, opening_until, duration_months: months, plan, method } = fields;
  const base = subtract(cost, residual_value);
  const items = method === 'manual' ? { items: plan } : {};
  const first: PlanPart = { from: fields.depreciates_from, base, value: cost, cost, months, ...items };
  if (!fields.is_opening_given || opening_until === null || opening_until < first.from) return [first];
  const left = subtract(base, opening_depreciation);
  const from = getNextDay(opening_until);
  const itemsAhead = method === 'manual' ? { items: spreadOverRemainingItems(plan, first.from, from, left, from) } : {};
  return [
    { ...first, cut: { until: opening_until, planned: opening_depreciation } },
    {
      from,
      base: left,
      value: subtract(cost, opening_depreciation),
      cost,
      months,
      ...itemsAhead,
    },
  ];
}

type DepreciationEvent = Extract<AssetEvent, { readonly data: PostedDepreciation }>;

/** Yields the assets of a depreciation run in their new state. */
export function* evolveDepreciatedAssets(
  { type, data }: DepreciationEvent,
  find: (id: number) => AssetState | undefined,
): Generator<AssetState> {
  for (const { previous_until, assets } of data.groups)
    for (const { id, version, move, amount } of assets) {
      const before = find(id);
      if (!before) continue;
      yield type === 'FixedAssetsDepreciated'
        ? {
            ...before,
            version,
            moves: move,
            depreciated: add(before.depreciated, amount),
            posted: add(before.posted, amount),
            depreciated_until: data.depreciated_until,
          }
        : {
            ...before,
            version,
            moves: move - 1,
            depreciated: subtract(before.depreciated, amount),
            posted: subtract(before.posted, amount),
            depreciated_until: previous_until,
          };
    }
}

export type OneAssetEvent = Exclude<
  AssetEvent,
  DepreciationEvent | { readonly type: 'FixedAssetCreated' | 'FixedAssetsPurged' }
>;

export function evolveAsset(before: AssetState, event: OneAssetEvent): AssetState {
  const asset = { ...before, version: event.data.version };
  switch (event.type) {
    case 'FixedAssetChanged': {
      const fields = { ...before.fields, ...event.data.changes };
      // After the first change in value, only descriptive fields can change.
      return before.moves === 0 ? createAssetState(asset.id, fields, asset.version) : { ...asset, fields };
    }
    case 'FixedAssetTrashed':
      return { ...asset, is_trashed: true };
    case 'FixedAssetRestored':
      return { ...asset, is_trashed: false };
    case 'FixedAssetAdjusted': {
      const { amount, number, move, date, origin_line_id, duration_months } = event.data;
      const origin = origin_line_id === undefined ? [] : [{ line_id: origin_line_id, amount, number }];
      return {
        ...replanAsset(applyAdjustment(asset, event.data), event.data, duration_months),
        moves: move,
        adjustments: number,
        fields: { ...asset.fields, ...event.data.accounts },
        origins: [...asset.origins, ...origin],
        last_on: date,
      };
    }
    case 'FixedAssetAdjustmentTakenBack': {
      const { number, move } = event.data;
      return {
        ...applyAdjustment(asset, event.data, subtract),
        fields: { ...asset.fields, ...event.data.accounts },
        parts: withoutLastPart(asset.parts),
        moves: move - 1,
        adjustments: number - 1,
        origins: asset.origins.filter((origin) => origin.number !== number),
        last_on: event.data.previous_on,
      };
    }
    case 'FixedAssetDisposed': {
      const { move, disposed_on, is_whole } = event.data;
      return {
        ...replanAsset(applyRemoval(asset, event.data, subtract), event.data, null),
        moves: move,
        last_on: disposed_on,
        disposed_on: is_whole ? disposed_on : null,
      };
    }
    case 'FixedAssetDisposalTakenBack': {
      const { move, previous_on: last_on } = event.data;
      const back = applyRemoval(asset, event.data, add);
      return { ...back, parts: withoutLastPart(asset.parts), moves: move - 1, last_on, disposed_on: null };
    }
  }
}

type Operation = (one: Amount, other: Amount) => Amount;

/** How an adjustment changes the amounts of an asset in the books. */
export function computeAdjustmentEffect(
  kind: AdjustmentKind,
  amount: Amount,
): Partial<Pick<AssetState, 'cost' | 'revalued' | 'impaired'>> {
  switch (kind) {
    case 'addition':
      return { cost: amount };
    case 'revaluation':
      return { revalued: amount };
    case 'impairment':
      return { impaired: amount };
    case 'impairment_reversal':
      return { impaired: negate(amount) };
    case 'life':
    case 'transfer':
      return {};
  }
}

/** `apply` is `subtract` for an adjustment that is undone. */
export function applyAdjustment(
  asset: AssetState,
  { kind, amount }: { readonly kind: AdjustmentKind; readonly amount: Amount },
  apply: Operation = add,
): AssetState {
  const { cost = ZERO, revalued = ZERO, impaired = ZERO } = computeAdjustmentEffect(kind, amount);
  return {
    ...asset,
    cost: apply(asset.cost, cost),
    revalued: apply(asset.revalued, revalued),
    impaired: apply(asset.impaired, impaired),
  };
}

type Removed = Pick<AssetState, 'cost' | 'revalued' | 'depreciated' | 'impaired' | 'residual_value'>;

const applyRemoval = (asset: AssetState, share: Removed, apply: Operation): AssetState => ({
  ...asset,
  cost: apply(asset.cost, share.cost),
  revalued: apply(asset.revalued, share.revalued),
  depreciated: apply(asset.depreciated, share.depreciated),
  impaired: apply(asset.impaired, share.impaired),
  residual_value: apply(asset.residual_value, share.residual_value),
});

interface Replanned {
  readonly replanned_from: PlainDate;
  readonly planned_before: Amount;
  readonly base: Amount;
  readonly plan?: readonly PlannedAmount[];
}

function replanAsset(
  asset: AssetState,
  { replanned_from: from, planned_before, base, plan }: Replanned,
  months: number | null,
): AssetState {
  const last = asset.parts.at(-1)!;
  const cut = { until: getDayBefore(from), planned: planned_before };
  const planned = sum([...asset.parts.map((part) => part.cut?.planned ?? ZERO), planned_before]);
  // Depreciation that was planned before but is not yet posted.
  const pending = subtract(planned, asset.posted);
  const value = subtract(computeBookValue(asset), pending.startsWith('-') ? ZERO : pending);
  const next: PlanPart = {
    from,
    base,
    value,
    cost: asset.cost,
    months: months ?? last.months,
    ...(plan && { items: plan }),
    since: asset.version,
  };
  return { ...asset, parts: [...asset.parts.slice(0, -1), { ...last, cut }, next] };
}

function withoutLastPart(parts: readonly PlanPart[]): readonly PlanPart[] {
  const { cut: _cut, ...last } = parts.at(-2)!;
  return [...parts.slice(0, -2), last];
}
