import { sql } from 'kysely';
import type pg from 'pg';
import type { OriginLine } from '../../domain/fixed-assets/origin.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** What decisions about fixed assets depend on. */

const originStatement = statement(
  'origins-of-fixed-assets',
  { companyId: bigint, lineIds: bigints, assetIds: bigints },
  (db, { companyId, lineIds, assetIds }) =>
    db
      .selectFrom('read.entry_lines as l')
      .innerJoin('read.entries as e', 'e.id', 'l.entry_id')
      .select([
        'l.id as line_id',
        'l.account_id',
        sql<string>`(l.debit - l.credit)::numeric(20,2)`.as('amount'),
        sql<string | null>`coalesce(l.label, e.label)`.as('label'),
        'l.entry_date',
        sql<number | null>`coalesce(l.third_party_id, e.third_party_id)`.as('third_party_id'),
        sql<boolean>`(e.status = 'reversed' or e.reversed_entry_id is not null)`.as('is_reversed'),
      ])
      .where('l.company_id', '=', companyId)
      .where(
        'l.id',
        '=',
        sql<number>`any(${lineIds} || array(select (p.plan -> 'fields' ->> 'origin_line_id')::bigint from read.fixed_asset_plans p
          where p.company_id = ${companyId} and p.id = any(${assetIds})))`,
      ),
);

/** Lines of entries that assets are made from, and others. */
export const originLines = async (
  pool: pg.Pool,
  companyId: number,
  lineIds: readonly number[],
  assetIds: readonly number[],
): Promise<readonly OriginLine[]> =>
  lineIds.length + assetIds.length === 0 ? [] : originStatement.all(pool, { companyId, lineIds, assetIds });

/** The line of an entry that an asset is made from; null where there is none. */
export async function originLine(
  pool: pg.Pool,
  companyId: number,
  lineId: number | null | undefined,
): Promise<OriginLine | null> {
  return lineId ? ((await originLines(pool, companyId, [lineId], []))[0] ?? null) : null;
}
