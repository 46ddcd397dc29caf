import { sql } from 'kysely';
import type pg from 'pg';
import { buildBalanceKey, type AskedBalance, type BalanceOf } from '../../domain/recurring-entries/amounts.ts';
import { ZERO } from '../../domain/money.ts';
import { bigint, bigints, date, dates, texts } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';

/** Balances used by formulas of recurring entries, and the company files with due entries. */

/**
 * Hand-written SQL: each requested balance adds up whole periods from the stored balances, and reads lines only for the
 * period cut by its date. Amounts that a closing has set to zero count as before the closing.
 */
const balancesStatement = statement(
  'balances-of-formulas',
  { companyId: bigint, accounts: texts, yearIds: bigints, cutFroms: dates, untils: dates },
  (_db, { companyId, accounts, yearIds, cutFroms, untils }) =>
    fromRawSql(sql<{ number: number; balance: string }>`select q.number, sum(x.amount)::numeric(20,2) as balance
      from unnest(${accounts}, ${yearIds}, ${cutFroms}, ${untils}) with ordinality as q(account, year_id, cut_from, until, number)
      cross join lateral (
        select sum(b.debit - b.credit) as amount from read.accounts a
        join read.balances b on b.company_id = a.company_id and b.account_id = a.id and b.fiscal_year_id = q.year_id
        join read.fiscal_years y on y.company_id = a.company_id and y.id = q.year_id
        join lateral jsonb_to_recordset(y.periods) as p(id bigint, ends_on date) on p.id = b.period_id and p.ends_on < q.cut_from
        where a.company_id = ${companyId} and starts_with(a.number, q.account) and b.layer <> 'closing'
        union all
        select sum(l.debit - l.credit) from read.accounts a
        join read.entry_lines l on l.company_id = a.company_id and l.account_id = a.id and l.entry_date between q.cut_from and q.until
        where a.company_id = ${companyId} and starts_with(a.number, q.account) and l.layer <> 'closing' and q.cut_from <= q.until
      ) as x group by q.number`),
);

/** Reads each balance once, regardless of how many formulas use it. */
export async function createBalanceLookup(
  pool: pg.Pool,
  companyId: number,
  asked: readonly AskedBalance[],
): Promise<BalanceOf> {
  if (asked.length === 0) return () => undefined;
  const rows = await balancesStatement.all(pool, {
    companyId,
    accounts: asked.map(({ account }) => account),
    yearIds: asked.map(({ fiscal_year_id }) => fiscal_year_id),
    cutFroms: asked.map(({ cut_from }) => cut_from),
    untils: asked.map(({ until }) => until),
  });
  const found = new Map(rows.map(({ number, balance }) => [buildBalanceKey(asked[number - 1]!), balance ?? ZERO]));
  return (one) => found.get(buildBalanceKey(one));
}

const dueStatement = statement(
  'company-files-with-due-entries',
  { today: date, after: bigint, limit: bigint },
  (db, { today, after, limit }) =>
    db
      .selectFrom('read.recurring_entries as r')
      .innerJoin('read.companies as c', 'c.id', 'r.company_id')
      .select('r.company_id')
      .distinct()
      .where('r.company_id', '>', after)
      .where('r.deleted_at', 'is', null)
      .where('r.is_active', '=', true)
      .where('r.mode', '=', 'post')
      .where('r.next_on', '<=', today)
      .where('c.deleted_at', 'is', null)
      .orderBy('r.company_id')
      .limit(limit),
);

/** Company files after this one, by id, with due entries. */
export async function listCompaniesWithDueEntries(
  pool: pg.Pool,
  given: { readonly today: string; readonly after: number; readonly limit: number },
): Promise<readonly number[]> {
  return (await dueStatement.all(pool, given)).map(({ company_id }) => company_id);
}
