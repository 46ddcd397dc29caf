import { sql } from 'kysely';
import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import type { AssetStatus } from '../../domain/fixed-assets/asset-state.ts';
import type { AssetState } from '../../domain/fixed-assets/asset-state.ts';
import type { TableLine } from '../../domain/fixed-assets/table.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date, each, optional, text, type Placeholders } from '../support/parameters.ts';
import { splitSearchText, toLikePattern } from '../support/search.ts';
import { fromRawSql, statement, type RowOfStatement } from '../support/statement.ts';
import { toAssetState } from './asset-rows.ts';

const selectHeads = (db: QueryCreator) =>
  db
    .selectFrom('read.fixed_assets as f')
    .innerJoin('read.fixed_asset_plans as p', 'p.id', 'f.id')
    .select([
      'f.id',
      'p.plan',
      'f.status',
      'f.cost',
      'f.revalued',
      'f.depreciated',
      'f.impaired',
      'f.residual_value',
      'f.book_value',
      'f.posted',
      'f.depreciated_until',
      'f.disposed_on',
      'f.moves',
      'f.version',
      'f.created_at',
      'f.updated_at',
      'f.created_by',
      'f.deleted_at',
    ]);

const byIdsStatement = statement('fixed-assets-by-ids', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  selectHeads(db).where('f.company_id', '=', companyId).where('f.id', '=', anyOf(ids)).orderBy('f.id'),
);

export type FixedAssetRow = Pick<
  RowOfStatement<typeof byIdsStatement>,
  'id' | 'status' | 'book_value' | 'version' | 'created_at' | 'updated_at' | 'created_by' | 'deleted_at'
> & { readonly asset: AssetState };

const withAsset = ({ plan, ...row }: RowOfStatement<typeof byIdsStatement>): FixedAssetRow => ({
  ...row,
  asset: toAssetState(row, plan),
});

/** Includes trashed assets, for the feed. */
export async function readFixedAssetsByIds(
  db: Queryable,
  companyId: number,
  ids: readonly number[],
): Promise<FixedAssetRow[]> {
  return (await byIdsStatement.all(db, { companyId, ids })).map(withAsset);
}

/** Undefined if the asset is trashed. */
export async function findFixedAsset(db: Queryable, companyId: number, id: number): Promise<FixedAssetRow | undefined> {
  const [row] = await readFixedAssetsByIds(db, companyId, [id]);
  return row?.deleted_at === null ? row : undefined;
}

export interface FixedAssetFilter {
  readonly status?: AssetStatus | undefined;
  readonly category?: string | undefined;
  readonly account_id?: number | undefined;
  readonly supplier_id?: number | undefined;
  readonly q?: string | undefined;
}

export const assetFilter = {
  companyId: bigint,
  status: optional(text),
  category: optional(text),
  accountId: optional(bigint),
  supplierId: optional(bigint),
  /** Patterns that must all match. */
  words: each(text),
};

export const matchesAssetFilter = ({
  companyId,
  status,
  category,
  accountId,
  supplierId,
  words,
}: Placeholders<typeof assetFilter>) =>
  sql<boolean>`${sql.join(
    [
      sql`f.company_id = ${companyId} and f.deleted_at is null`,
      ...(status === undefined ? [] : [sql`f.status = ${status}`]),
      ...(category === undefined ? [] : [sql`f.category = ${category}`]),
      ...(accountId === undefined ? [] : [sql`f.account_id = ${accountId}`]),
      ...(supplierId === undefined ? [] : [sql`f.supplier_id = ${supplierId}`]),
      ...words.map((pattern) => sql`f.search like ${pattern}`),
    ],
    sql` and `,
  )}`;

const pageStatement = statement(
  'fixed-assets',
  { ...assetFilter, limit: bigint, offset: bigint },
  (db, { limit, offset, ...given }) =>
    selectHeads(db).where(matchesAssetFilter(given)).orderBy('f.code').orderBy('f.id').limit(limit).offset(offset),
);

const countStatement = statement('count-fixed-assets', assetFilter, (db, given) =>
  db
    .selectFrom('read.fixed_assets as f')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matchesAssetFilter(given)),
);

export const toAssetFilter = (
  companyId: number,
  { status, category, account_id, supplier_id, q }: FixedAssetFilter,
) => ({
  companyId,
  status,
  category,
  accountId: account_id,
  supplierId: supplier_id,
  words: splitSearchText(q ?? '').map(toLikePattern),
});

/** Ordered by code. */
export async function listFixedAssets(
  pool: pg.Pool,
  companyId: number,
  filter: FixedAssetFilter,
  page: number,
  perPage: number,
): Promise<{ readonly rows: readonly FixedAssetRow[]; readonly total: number }> {
  const given = toAssetFilter(companyId, filter);
  const [rows, count] = await Promise.all([
    pageStatement.all(pool, { ...given, limit: perPage, offset: (page - 1) * perPage }),
    countStatement.first(pool, given),
  ]);
  return { rows: rows.map(withAsset), total: count!.total };
}

const movementsStatement = statement(
  'movements-of-fixed-asset',
  { companyId: bigint, id: bigint },
  (db, { companyId, id }) =>
    db
      .selectFrom('read.fixed_asset_movements as m')
      .select([
        'm.version',
        'm.date',
        'm.kind',
        'm.cost',
        'm.revalued',
        'm.depreciated',
        'm.impaired',
        'm.duration_months',
        'm.reason',
        'm.entry_id',
      ])
      .where('m.company_id', '=', companyId)
      .where('m.fixed_asset_id', '=', id)
      .orderBy('m.version')
      .orderBy('m.part'),
);

export type MovementRow = RowOfStatement<typeof movementsStatement>;

/** In the order in which they were recorded. */
export const listAssetMovements = (db: Queryable, companyId: number, id: number): Promise<MovementRow[]> =>
  movementsStatement.all(db, { companyId, id });

const placesStatement = statement(
  'places-of-origin-lines',
  { companyId: bigint, lineIds: bigints },
  (db, { companyId, lineIds }) =>
    db
      .selectFrom('read.entry_lines as l')
      .leftJoin('read.documents as d', (join) =>
        join
          .onRef('d.company_id', '=', 'l.company_id')
          .onRef('d.last_entry_id', '=', 'l.entry_id')
          .on('d.deleted_at', 'is', null),
      )
      .select(['l.id as line_id', 'l.entry_id', 'd.id as document_id'])
      .where('l.company_id', '=', companyId)
      .where('l.id', '=', anyOf(lineIds)),
);

export type OriginPlace = RowOfStatement<typeof placesStatement>;

/** The entries of the lines that an asset was purchased with, and their documents. */
export const findOriginPlaces = async (
  db: Queryable,
  companyId: number,
  { origins }: Pick<AssetState, 'origins'>,
): Promise<readonly OriginPlace[]> => {
  const lineIds = origins.map(({ line_id }) => line_id);
  return lineIds.length === 0 ? [] : placesStatement.all(db, { companyId, lineIds });
};

/**
 * Plain SQL: one pass over the movements up to the last day, summed by kind before and within the year. They are summed
 * before any join, so that no query plan reads them once per asset, whatever row counts the database estimates. Corrected
 * or undone movements add up to zero and leave no trace.
 */
const tableStatement = statement(
  'table-of-fixed-assets',
  { companyId: bigint, from: date, to: date },
  (_db, { companyId, from, to }) =>
    fromRawSql(sql<TableLine>`with sums as materialized (select m.fixed_asset_id, m.account_id, m.depreciation_account_id,
        sum(m.cost)::numeric(20,2) as cost, sum(m.revalued)::numeric(20,2) as revalued,
        sum(m.depreciated)::numeric(20,2) as depreciated, sum(m.impaired)::numeric(20,2) as impaired,
        coalesce(sum(m.cost + m.revalued) filter (where m.date < ${from}), 0)::numeric(20,2) as opening_gross,
        coalesce(sum(m.cost) filter (where m.date >= ${from} and m.kind in ('acquisition', 'addition')), 0)::numeric(20,2) as additions,
        coalesce(sum(m.revalued) filter (where m.date >= ${from} and m.kind = 'revaluation'), 0)::numeric(20,2) as revaluations,
        coalesce(sum(m.cost + m.revalued) filter (where m.date >= ${from} and m.kind = 'disposal'), 0)::numeric(20,2) as disposals,
        coalesce(sum(m.depreciated + m.impaired) filter (where m.date < ${from}), 0)::numeric(20,2) as opening_depreciation,
        coalesce(sum(m.depreciated) filter (where m.date >= ${from} and m.kind in ('depreciation', 'opening_depreciation')), 0)::numeric(20,2) as depreciation,
        coalesce(sum(m.impaired) filter (where m.date >= ${from} and m.kind in ('impairment', 'impairment_reversal')), 0)::numeric(20,2) as impairment,
        coalesce(sum(m.depreciated + m.impaired) filter (where m.date >= ${from} and m.kind = 'disposal'), 0)::numeric(20,2) as released,
        coalesce(sum(m.cost + m.revalued) filter (where m.date >= ${from} and m.kind = 'transfer'), 0)::numeric(20,2) as transfers,
        coalesce(sum(m.depreciated + m.impaired) filter (where m.date >= ${from} and m.kind = 'transfer'), 0)::numeric(20,2) as transferred_depreciation
      from read.fixed_asset_movements m where m.company_id = ${companyId} and m.date <= ${to}
      group by m.fixed_asset_id, m.account_id, m.depreciation_account_id
      having sum(m.cost + m.revalued) <> 0 or bool_or(m.date >= ${from}))
      select f.id, f.code, f.label, s.account_id, s.depreciation_account_id, s.cost, s.revalued, s.depreciated, s.impaired, s.opening_gross, s.additions, s.revaluations, s.disposals,
        s.opening_depreciation, s.depreciation, s.impairment, s.released, s.transfers, s.transferred_depreciation
      from sums s join read.fixed_assets f on f.company_id = ${companyId} and f.id = s.fixed_asset_id
      where f.deleted_at is null
        and (s.cost, s.revalued, s.depreciated, s.impaired, s.opening_gross, s.additions, s.revaluations, s.disposals, s.opening_depreciation,
          s.depreciation, s.impairment, s.released, s.transfers, s.transferred_depreciation) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      order by f.code, f.id`),
);

/** Assets that were in the books at the start of the period, or were added during it. */
export const readAssetTable = (
  db: Queryable,
  companyId: number,
  span: { readonly from: string; readonly to: string },
): Promise<TableLine[]> => tableStatement.all(db, { companyId, ...span });
