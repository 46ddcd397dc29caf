import type { Queryable } from '../../database/snapshot.ts';
import type { CodedSum, PeriodSum } from '../../domain/budgets/actuals.ts';
import { sql } from 'kysely';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';

/** Movements per account and period, and their analytic codes, from stored sums: no line is read. */

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
      // Excludes opening balances and closing entries.
      .where('b.layer', '=', sql.lit('movement'))
      .groupBy(['a.number', 'a.type', 'b.period_id']),
);

/** Periods are identified by their index in `periodIds`. */
export async function loadActualSums(
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

const codedStatement = statement(
  'budget-coded-sums',
  { companyId: bigint, periodIds: bigints },
  (db, { companyId, periodIds }) =>
    db
      .selectFrom('read.analytic_balances as b')
      .innerJoin('read.accounts as a', 'a.id', 'b.account_id')
      .select(['a.number', 'a.type', 'b.code_id', 'b.period_id', sql<string>`sum(b.debit - b.credit)`.as('balance')])
      .where('b.company_id', '=', companyId)
      .where('b.period_id', '=', anyOf(periodIds))
      .where('b.layer', '=', sql.lit('movement'))
      .groupBy(['a.number', 'a.type', 'b.code_id', 'b.period_id']),
);

/** Same as `loadActualSums`, by analytic code. */
export async function loadCodedSums(
  db: Queryable,
  companyId: number,
  periodIds: readonly number[],
): Promise<readonly CodedSum[]> {
  const rows = await codedStatement.all(db, { companyId, periodIds });
  const places = new Map(periodIds.map((id, place) => [id, place]));
  return rows.map(({ number, type, code_id, period_id, balance }) => ({
    number,
    type,
    balance,
    period: places.get(period_id)!,
    analytic_code_id: code_id,
  }));
}

const codesStatement = statement('budget-analytic-codes', { companyId: bigint }, (db, { companyId }) =>
  db.selectFrom('read.analytic_codes').select(['id', 'code', 'label', 'parent_id']).where('company_id', '=', companyId),
);

/** All codes of the company file, including trashed ones, because their bookings remain. */
export const listAnalyticCodes = (db: Queryable, companyId: number) => codesStatement.all(db, { companyId });
