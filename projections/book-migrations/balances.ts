import { sql } from 'kysely';
import type pg from 'pg';
import { castAmount, anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Balances of the accounts of a year before its closing entries. */
const beforeStatement = statement(
  'balances-before-closing',
  { companyId: bigint, yearId: bigint, entryIds: bigints },
  (db, { companyId, yearId, entryIds }) => {
    const held = db
      .selectFrom('read.balances')
      .select(['account_id', sql<string>`debit - credit`.as('moved')])
      .where('company_id', '=', companyId)
      .where('fiscal_year_id', '=', yearId);
    const taken = db
      .selectFrom('read.entry_lines')
      .select(['account_id', sql<string>`credit - debit`.as('moved')])
      .where('company_id', '=', companyId)
      .where('entry_id', '=', anyOf(entryIds));
    return db
      .selectFrom(held.unionAll(taken).as('b'))
      .innerJoin('read.accounts as a', 'a.id', 'b.account_id')
      .select(['a.number', castAmount(sql`sum(b.moved)`).as('balance')])
      .groupBy('a.number')
      .having(sql<boolean>`sum(b.moved) <> 0`);
  },
);

/** By account number; zero balances are left out. */
export async function readBalancesBeforeClosing(
  pool: pg.Pool,
  companyId: number,
  yearId: number,
  entryIds: readonly number[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await beforeStatement.all(pool, { companyId, yearId, entryIds });
  return new Map(rows.map(({ number, balance }) => [number, balance]));
}
