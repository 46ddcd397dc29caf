import { sql } from 'kysely';
import type pg from 'pg';
import { amount, anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** What the accounts of a year held before some of its entries: those of its closing. */
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
      .select(['a.number', amount(sql`sum(b.moved)`).as('balance')])
      .groupBy('a.number')
      .having(sql<boolean>`sum(b.moved) <> 0`);
  },
);

/** By the number of the account; those at zero are left out. */
export async function balancesBeforeClosing(
  pool: pg.Pool,
  companyId: number,
  yearId: number,
  entryIds: readonly number[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await beforeStatement.all(pool, { companyId, yearId, entryIds });
  return new Map(rows.map(({ number, balance }) => [number, balance]));
}
