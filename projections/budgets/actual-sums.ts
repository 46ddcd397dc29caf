import type { Queryable } from '../../database/snapshot.ts';
import type { PeriodSum } from '../../domain/budgets/actuals.ts';
import { sql } from 'kysely';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** What moved on each account in each of some periods, from the balances that are kept: no line is read. */

const sumsStatement = statement(
  'budget-actual-sums',
  { companyId: bigint, periodIds: bigints },
  (db, { companyId, periodIds }) =>
    db
      .selectFrom('read.balances as b')
      .innerJoin('read.accounts as a', 'a.id', 'b.account_id')
      .select(['a.number', 'a.type', 'b.period_id', sql<string>`sum(b.debit - b.credit)`.as('balance')])
      .where('b.company_id', '=', companyId)
      .where('b.period_id', '=', anyOf(periodIds))
      // Neither what a year began with, nor what its closing does.
      .where('b.layer', '=', sql.lit('movement'))
      .groupBy(['a.number', 'a.type', 'b.period_id']),
);

/** Periods are told by their place among the ids. */
export async function actualSums(
  db: Queryable,
  companyId: number,
  periodIds: readonly number[],
): Promise<readonly PeriodSum[]> {
  const rows = await sumsStatement.all(db, { companyId, periodIds });
  const places = new Map(periodIds.map((id, place) => [id, place]));
  return rows.map(({ number, type, period_id, balance }) => ({
    number,
    type,
    period: places.get(period_id)!,
    balance,
  }));
}
