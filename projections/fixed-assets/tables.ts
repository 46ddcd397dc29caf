import type { AssetFields } from '../../domain/fixed-assets/asset-events.ts';
import type { AssetState, AssetStatus } from '../../domain/fixed-assets/asset-state.ts';
import { json, table, text } from '../support/table.ts';

/** What a depreciation of thousands of them changes stands here and is small; what their plans are made of stands beside it. */
export const fixedAssets = table({
  name: 'fixed_assets',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    code: 'text COLLATE "C" NOT NULL',
    label: 'text NOT NULL',
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
    /** By its plan. */
    posted: 'numeric(20,2) NOT NULL',
    depreciated_until: 'date',
    disposed_on: 'date',
    /** How often something has happened to its value. */
    moves: 'integer NOT NULL',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
    deleted_at: 'timestamptz',
    deleted_by: 'bigint',
    purged_at: 'timestamptz',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: [
    '(company_id, code) WHERE deleted_at IS NULL',
    '(company_id, deleted_at) WHERE deleted_at IS NOT NULL AND purged_at IS NULL',
  ],
});

/** The state of an asset but for what its row says. */
export type AssetPlan = Pick<AssetState, 'is_trashed' | 'fields' | 'adjustments' | 'parts' | 'origins' | 'last_on'>;

/** One for each of them: all that its plan is made of. */
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
  indexes: ['(company_id)'],
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
 * What each event has done to the value of an asset, with its sign. What is taken back is the same again with the other sign, on the same
 * day: rows only ever come.
 */
export const fixedAssetMovements = table({
  name: 'fixed_asset_movements',
  columns: {
    fixed_asset_id: 'bigint NOT NULL',
    /** Of the asset after it. */
    version: 'integer NOT NULL',
    part: 'integer NOT NULL',
    company_id: 'bigint NOT NULL',
    /** Those that it stood on then. */
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
    /** Of the line that bought it. */
    origin_line_id: 'bigint',
    created_at: 'timestamptz NOT NULL',
  },
  key: ['fixed_asset_id', 'version', 'part'],
  repeated: 'impossible',
  past: {
    of: [],
    rows: ({ company, at }) =>
      `SELECT m.* FROM read.fixed_asset_movements m WHERE m.company_id = ${company} AND m.created_at <= ${at}`,
  },
  indexes: [
    '(company_id, date)',
    '(company_id, origin_line_id) WHERE origin_line_id IS NOT NULL',
    '(company_id, entry_id) WHERE entry_id IS NOT NULL',
  ],
});
