import { sql } from 'kysely';
import type pg from 'pg';
import type { OriginLine } from '../../domain/fixed-assets/origin.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Facts that decisions about fixed assets depend on. */

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

/** The given entry lines, and the entry lines that the given assets originate from. */
export const readOriginLines = async (
  pool: pg.Pool,
  companyId: number,
  lineIds: readonly number[],
  assetIds: readonly number[],
): Promise<readonly OriginLine[]> =>
  lineIds.length + assetIds.length === 0 ? [] : originStatement.all(pool, { companyId, lineIds, assetIds });

/** The entry line that an asset originates from; null if there is none. */
export async function findOriginLine(
  pool: pg.Pool,
  companyId: number,
  lineId: number | null | undefined,
): Promise<OriginLine | null> {
  return lineId ? ((await readOriginLines(pool, companyId, [lineId], []))[0] ?? null) : null;
}
