import type { AssetFields } from '../../domain/fixed-assets/asset-events.ts';
import type { AssetState, AssetStatus } from '../../domain/fixed-assets/asset-state.ts';
import { json, table, text, type RowOf } from '../support/table.ts';
import { TRASH_COLUMNS, TRASH_INDEX } from '../support/trash.ts';

/**
 * Columns that a depreciation of thousands of assets changes are kept here, in small rows; the plans are in a table
 * beside it.
 */
export const fixedAssets = table({
  name: 'fixed_assets',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    code: 'text COLLATE "C" NOT NULL',
    label: 'text NOT NULL',
    /** Code and label, without accents or case. */
    search: 'text COLLATE "C" NOT NULL',
    category: 'text',
    account_id: 'bigint NOT NULL',
    depreciation_account_id: 'bigint',
    supplier_id: 'bigint',
    acquired_on: 'date NOT NULL',
    method: text<AssetFields['method']>('NOT NULL'),
    status: text<AssetStatus>('NOT NULL'),
    cost: 'numeric(20,2) NOT NULL',
    revalued: 'numeric(20,2) NOT NULL',
    depreciated: 'numeric(20,2) NOT NULL',
    impaired: 'numeric(20,2) NOT NULL',
    residual_value: 'numeric(20,2) NOT NULL',
    book_value: 'numeric(20,2) NOT NULL',
    /** Depreciation posted by its plan. */
    posted: 'numeric(20,2) NOT NULL',
    depreciated_until: 'date',
    disposed_on: 'date',
    /** Number of movements of its value. */
    moves: 'integer NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
    ...TRASH_COLUMNS,
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: ['(company_id, code) WHERE deleted_at IS NULL', TRASH_INDEX],
});

/** The state of an asset, except for the columns of its row. */
export type AssetPlan = Pick<AssetState, 'is_trashed' | 'fields' | 'adjustments' | 'parts' | 'origins' | 'last_on'>;

/** One row per asset: the data of its plan. */
export const fixedAssetPlans = table({
  name: 'fixed_asset_plans',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    plan: json<AssetPlan>('NOT NULL'),
    created_at: 'timestamptz NOT NULL',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
});

export const MOVEMENT_KINDS = [
  'acquisition',
  'opening_depreciation',
  'addition',
  'revaluation',
  'depreciation',
  'impairment',
  'impairment_reversal',
  'life',
  'transfer',
  'disposal',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/**
 * Effect of each event on the value of an asset, with its sign. An undone movement is repeated with the opposite sign on
 * the same date: rows are only ever added.
 */
export const fixedAssetMovements = table({
  name: 'fixed_asset_movements',
  columns: {
    fixed_asset_id: 'bigint NOT NULL',
    /** Version of the asset after the movement. */
    version: 'integer NOT NULL',
    part: 'integer NOT NULL',
    company_id: 'bigint NOT NULL',
    /** Accounts of the asset at that time. */
    account_id: 'bigint NOT NULL',
    depreciation_account_id: 'bigint',
    date: 'date NOT NULL',
    kind: text<MovementKind>('NOT NULL'),
    cost: 'numeric(20,2) NOT NULL',
    revalued: 'numeric(20,2) NOT NULL',
    depreciated: 'numeric(20,2) NOT NULL',
    impaired: 'numeric(20,2) NOT NULL',
    duration_months: 'integer',
    reason: 'text',
    entry_id: 'bigint',
    /** Id of the purchase line. */
    origin_line_id: 'bigint',
    created_at: 'timestamptz NOT NULL',
  },
  key: ['fixed_asset_id', 'version', 'part'],
  repeated: 'impossible',
  past: {
    of: [],
    buildRows: ({ company, at }) =>
      `SELECT m.* FROM read.fixed_asset_movements m WHERE m.company_id = ${company} AND m.created_at <= ${at}`,
  },
  indexes: [
    '(company_id, date)',
    '(company_id, origin_line_id) WHERE origin_line_id IS NOT NULL',
    '(company_id, entry_id) WHERE entry_id IS NOT NULL',
  ],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.fixed_assets': RowOf<typeof fixedAssets>;
    readonly 'read.fixed_asset_plans': RowOf<typeof fixedAssetPlans>;
    readonly 'read.fixed_asset_movements': RowOf<typeof fixedAssetMovements>;
  }
}
