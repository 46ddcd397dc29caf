import { nextDay, type PlainDate } from '../dates.ts';
import { add, compare, subtract, sum, ZERO, type Amount } from '../money.ts';
import type { AdjustmentKind, AssetEvent, AssetFields, PlannedAmount, PostedDepreciation } from './asset-events.ts';
import { dayBefore } from './calendar.ts';
import { itemsLeft, type PlanPart } from './plan.ts';

/** A fixed asset as decisions see it. */
export type AssetState = {
  readonly id: number;
  readonly version: number;
  readonly is_trashed: boolean;
  /** As it was put on record. */
  readonly fields: AssetFields;
  /** What has happened to its value: the last of these can be taken back. */
  readonly moves: number;
  readonly adjustments: number;
  /** What stands in the books now: paid, revalued, depreciated, impaired. */
  readonly cost: Amount;
  readonly revalued: Amount;
  readonly depreciated: Amount;
  readonly impaired: Amount;
  readonly residual_value: Amount;
  /** What was posted by its plan, also of a share that has left since. */
  readonly posted: Amount;
  readonly depreciated_until: PlainDate | null;
  readonly parts: readonly PlanPart[];
  /** Lines of entries that it was bought by, and how much of them it took. */
  readonly origins: readonly Origin[];
  readonly last_on: PlainDate | null;
  readonly disposed_on: PlainDate | null;
};

type Origin = {
  readonly line_id: number;
  readonly amount: Amount;
  /** The addition that it came with; null: with the asset itself. */
  readonly number: number | null;
};

export const bookValue = ({
  cost,
  revalued,
  depreciated,
  impaired,
}: Pick<AssetState, 'cost' | 'revalued' | 'depreciated' | 'impaired'>): Amount =>
  subtract(add(cost, revalued), add(depreciated, impaired));

export const ASSET_STATUSES = ['active', 'fully_depreciated', 'disposed'] as const;
export type AssetStatus = (typeof ASSET_STATUSES)[number];

export const statusOf = (asset: AssetState): AssetStatus => statusByValue({ ...asset, method: asset.fields.method });

/** By what stands in the books alone. */
export function statusByValue(
  value: Parameters<typeof bookValue>[0] &
    Pick<AssetState, 'residual_value' | 'disposed_on'> &
    Pick<AssetFields, 'method'>,
): AssetStatus {
  if (value.disposed_on !== null) return 'disposed';
  const isOver = value.method !== 'none' && compare(bookValue(value), value.residual_value) <= 0;
  return isOver ? 'fully_depreciated' : 'active';
}

/** Whether the last thing that has happened to its value is this one. */
export const isLastMove = (asset: AssetState, { move, version }: { readonly move: number; readonly version: number }) =>
  asset.moves === move && (asset.parts.at(-1)!.since ?? version) === version;

/** The asset that was just put on record. */
export function newAsset(id: number, fields: AssetFields, version = 1): AssetState {
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
    parts: firstParts(fields),
    origins: origin_line_id === null ? [] : [{ line_id: origin_line_id, amount: cost, number: null }],
    last_on: null,
    disposed_on: null,
  };
}

/** One; where earlier books have depreciated otherwise, what is left is planned from there on. */
export function firstParts(fields: AssetFields): readonly PlanPart[] {
  const { cost, residual_value, opening_depreciation, opening_until, duration_months: months, plan, method } = fields;
  const base = subtract(cost, residual_value);
  const items = method === 'manual' ? { items: plan } : {};
  const first: PlanPart = { from: fields.depreciates_from, base, value: cost, cost, months, ...items };
  if (!fields.is_opening_given || opening_until === null || opening_until < first.from) return [first];
  const left = subtract(base, opening_depreciation);
  const from = nextDay(opening_until);
  const itemsAhead = method === 'manual' ? { items: itemsLeft(plan, first.from, from, left, from) } : {};
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

/** The assets of a run as it leaves them. */
export function* afterDepreciation(
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
      // Once something has happened to it, only its words change.
      return before.moves === 0 ? newAsset(asset.id, fields, asset.version) : { ...asset, fields };
    }
    case 'FixedAssetTrashed':
      return { ...asset, is_trashed: true };
    case 'FixedAssetRestored':
      return { ...asset, is_trashed: false };
    case 'FixedAssetAdjusted': {
      const { kind, amount, number, move, date, origin_line_id, duration_months } = event.data;
      const origin = origin_line_id === undefined ? [] : [{ line_id: origin_line_id, amount, number }];
      return {
        ...replanned(valued(asset, kind, amount, add), event.data, duration_months),
        moves: move,
        adjustments: number,
        fields: { ...asset.fields, ...event.data.accounts },
        origins: [...asset.origins, ...origin],
        last_on: date,
      };
    }
    case 'FixedAssetAdjustmentTakenBack': {
      const { kind, amount, number, move } = event.data;
      return {
        ...valued(asset, kind, amount, subtract),
        fields: { ...asset.fields, ...event.data.accounts },
        parts: withoutLast(asset.parts),
        moves: move - 1,
        adjustments: number - 1,
        origins: asset.origins.filter((origin) => origin.number !== number),
        last_on: event.data.previous_on,
      };
    }
    case 'FixedAssetDisposed': {
      const { move, disposed_on, is_whole } = event.data;
      return {
        ...replanned(removed(asset, event.data, subtract), event.data, null),
        moves: move,
        last_on: disposed_on,
        disposed_on: is_whole ? disposed_on : null,
      };
    }
    case 'FixedAssetDisposalTakenBack': {
      const { move, previous_on: last_on } = event.data;
      const back = removed(asset, event.data, add);
      return { ...back, parts: withoutLast(asset.parts), moves: move - 1, last_on, disposed_on: null };
    }
  }
}

type Operation = (one: Amount, other: Amount) => Amount;

function valued(asset: AssetState, kind: AdjustmentKind, amount: Amount, apply: Operation): AssetState {
  switch (kind) {
    case 'addition':
      return { ...asset, cost: apply(asset.cost, amount) };
    case 'revaluation':
      return { ...asset, revalued: apply(asset.revalued, amount) };
    case 'impairment':
      return { ...asset, impaired: apply(asset.impaired, amount) };
    case 'impairment_reversal':
      return { ...asset, impaired: (apply === add ? subtract : add)(asset.impaired, amount) };
    case 'life':
    case 'transfer':
      return asset;
  }
}

type Removed = Pick<AssetState, 'cost' | 'revalued' | 'depreciated' | 'impaired' | 'residual_value'>;

const removed = (asset: AssetState, share: Removed, apply: Operation): AssetState => ({
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

function replanned(
  asset: AssetState,
  { replanned_from: from, planned_before, base, plan }: Replanned,
  months: number | null,
): AssetState {
  const last = asset.parts.at(-1)!;
  const cut = { until: dayBefore(from), planned: planned_before };
  const planned = sum([...asset.parts.map((part) => part.cut?.planned ?? ZERO), planned_before]);
  // What the plan has taken before, and nobody has posted yet.
  const pending = subtract(planned, asset.posted);
  const value = subtract(bookValue(asset), pending.startsWith('-') ? ZERO : pending);
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

function withoutLast(parts: readonly PlanPart[]): readonly PlanPart[] {
  const { cut: _cut, ...last } = parts.at(-2)!;
  return [...parts.slice(0, -2), last];
}
