import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, flag } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** The company files of a firm that can be searched: none that is being migrated. */

export type SearchedCompany = RowOfStatement<typeof filesStatement>;

const filesStatement = statement(
  'searched-companies',
  { firmId: bigint, seesAll: flag, companies: bigints },
  (db, { firmId, seesAll, companies }) =>
    db
      .selectFrom('read.companies as c')
      .select(['c.id', 'c.public_token', 'c.code', 'c.name', 'c.vat_number', 'c.enterprise_number', 'c.city'])
      .where('c.firm_id', '=', firmId)
      .where('c.deleted_at', 'is', null)
      .where('c.is_migrating', '=', false)
      .where(sql<boolean>`(${seesAll} or c.id = ${anyOf(companies)})`)
      .orderBy('c.name')
      .orderBy('c.id'),
);

const fileStatement = statement('searched-company', { id: bigint }, (db, { id }) =>
  db
    .selectFrom('read.companies as c')
    .select(['c.id', 'c.public_token', 'c.code', 'c.name', 'c.vat_number', 'c.enterprise_number', 'c.city'])
    .where('c.id', '=', id),
);

export const findSearchedCompany = (db: Queryable, id: number): Promise<SearchedCompany | undefined> =>
  fileStatement.first(db, { id });

export function listSearchedCompanies(
  db: Queryable,
  firmId: number,
  companies: readonly number[] | 'all',
): Promise<SearchedCompany[]> {
  const seesAll = companies === 'all';
  return filesStatement.all(db, { firmId, seesAll, companies: seesAll ? [] : companies });
}
