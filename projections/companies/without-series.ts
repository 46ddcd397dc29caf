import { sql } from 'kysely';
import type pg from 'pg';
import { bigint } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

const withoutSeries = statement(
  'company-files-without-series',
  { after: bigint, limit: bigint },
  (db, { after, limit }) =>
    db
      .selectFrom('read.companies as c')
      .select('c.id')
      .where('c.id', '>', after)
      .where('c.deleted_at', 'is', null)
      .where(sql<boolean>`not exists (select from read.number_series s where s.company_id = c.id)`)
      .orderBy('c.id')
      .limit(limit),
);

/** Company files after this one, by id, that were opened before there were number series. */
export const listFilesWithoutSeries = async (
  pool: pg.Pool,
  given: { readonly after: number; readonly limit: number },
): Promise<readonly number[]> => (await withoutSeries.all(pool, given)).map(({ id }) => id);
