import { computeBookValue, getAssetStatus, type AssetState } from '../../domain/fixed-assets/asset-state.ts';
import { toSearchable } from '../../domain/text.ts';
import type { RowOf } from '../support/table.ts';
import type { AssetPlan, fixedAssets } from './tables.ts';

/** Splits the asset state used by decisions into its two rows, and joins them again. */

type Row = RowOf<typeof fixedAssets>;
type Values = 'cost' | 'revalued' | 'depreciated' | 'impaired' | 'residual_value' | 'posted';
type Head = Pick<Row, 'id' | 'version' | 'moves' | 'depreciated_until' | 'disposed_on' | Values>;

export function toAssetState(head: Head, plan: AssetPlan): AssetState {
  const { id, version, moves, cost, revalued, depreciated, impaired, residual_value, posted } = head;
  const { depreciated_until, disposed_on } = head;
  return {
    ...plan,
    id,
    version,
    moves,
    cost,
    revalued,
    depreciated,
    impaired,
    residual_value,
    posted,
    depreciated_until,
    disposed_on,
  };
}

export function toAssetHead(asset: AssetState) {
  const { code, label, category, account_id, depreciation_account_id, supplier_id, acquired_on, method } = asset.fields;
  const { cost, revalued, depreciated, impaired, residual_value, posted } = asset;
  const { depreciated_until, disposed_on, moves, version } = asset;
  return {
    code,
    label,
    search: toSearchable(`${code} ${label}`),
    category,
    account_id,
    depreciation_account_id,
    supplier_id,
    acquired_on,
    method,
    status: getAssetStatus(asset),
    cost,
    revalued,
    depreciated,
    impaired,
    residual_value,
    book_value: computeBookValue(asset),
    posted,
    depreciated_until,
    disposed_on,
    moves,
    version,
  };
}

export function toAssetPlan({ is_trashed, fields, adjustments, parts, origins, last_on }: AssetState): AssetPlan {
  return { is_trashed, fields, adjustments, parts, origins, last_on };
}
