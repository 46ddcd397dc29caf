import { sql } from 'kysely';
import type pg from 'pg';
import { bigint, bigints, date } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';

/** Balances of cash accounts, which can never be in credit: no one can spend cash that is not there. */

/** Cash accounts that were in credit at the end of some day of the year, with the lowest balance of each. */
export const cashInCredit = statement(
  'closing-cash-in-credit',
  { companyId: bigint, endsOn: date },
  (_db, { companyId, endsOn }) =>
    fromRawSql(sql<{ readonly id: number; readonly label: string; readonly count: number; readonly total: string }>`
    select a.id, a.number as label, count(*) over () as count, (sum(d.lowest) over ())::numeric(20,2) as total
    from read.accounts a
      join read.fiscal_years y on y.company_id = a.company_id and y.ends_on = ${endsOn} and y.deleted_at is null
      cross join lateral (
        select min(day.balance) as lowest
        from (select l.entry_date, sum(sum(l.debit - l.credit)) over (order by l.entry_date) as balance
              from read.entry_lines l
              where l.company_id = a.company_id and l.account_id = a.id and l.entry_date <= y.ends_on and l.layer <> 'carried'
              group by l.entry_date) day
        where day.entry_date >= y.starts_on) d
    where a.company_id = ${companyId} and a.control_role = 'cash' and d.lowest < 0
    order by a.number limit 20`),
);

/**
 * The lowest balance of each account at the end of a day from `from` on. Kept sums give the balance of today; only the
 * lines after the first day are read.
 */
const lowestStatement = statement(
  'lowest-cash-balances',
  { companyId: bigint, accountIds: bigints, from: date },
  (_db, { companyId, accountIds, from }) =>
    fromRawSql(sql<{ readonly account_id: number; readonly lowest: string }>`
    select a.id as account_id, (b.balance - coalesce(max(greatest(later.amount, later.after)), 0))::numeric(20,2) as lowest
    from unnest(${accountIds}::bigint[]) as a(id)
      cross join lateral (
        select coalesce(sum(s.debit - s.credit), 0) as balance from read.balances s
        where s.company_id = ${companyId} and s.account_id = a.id and s.layer <> 'carried') b
      left join lateral (
        select sum(sum(l.debit - l.credit)) over (order by l.entry_date desc) as amount,
          coalesce(sum(sum(l.debit - l.credit)) over (order by l.entry_date desc rows between unbounded preceding and 1 preceding), 0) as after
        from read.entry_lines l
        where l.company_id = ${companyId} and l.account_id = a.id and l.entry_date > ${from} and l.layer <> 'carried'
        group by l.entry_date) later on true
    group by a.id, b.balance`),
);

/** By account. */
export async function readLowestBalances(
  pool: pg.Pool,
  companyId: number,
  accountIds: readonly number[],
  from: string,
): Promise<ReadonlyMap<number, string>> {
  const rows = await lowestStatement.all(pool, { companyId, accountIds, from });
  return new Map(rows.map(({ account_id, lowest }) => [account_id, lowest]));
}
