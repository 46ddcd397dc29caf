import { sql } from 'kysely';
import { bigint, date } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';

/**
 * Accounts whose lines require an analytic axis, according to the current settings, but have unallocated amounts in the
 * year: posted before the axis was required, or by the service itself. Stored sums are compared, so that the number of
 * lines does not matter; amounts that cancel out, such as an entry and its reversal, do not count. Plain SQL, because
 * both sides are sums first.
 */
export const analyticsMissing = statement(
  'closing-analytics-missing',
  { companyId: bigint, endsOn: date },
  (_db, { companyId, endsOn }) =>
    fromRawSql(sql<{ readonly id: number; readonly label: string; readonly count: number; readonly total: string }>`
    with required as materialized (select distinct a.id, a.number, r.axis, y.id as year_id
        from read.companies c
          cross join lateral jsonb_to_recordset(coalesce(c.settings -> 'analytics.required', '[]')) as r(axis text, account_prefix text)
          join read.fiscal_years y on y.company_id = c.id and y.ends_on = ${endsOn} and y.deleted_at is null
          join read.accounts a on a.company_id = c.id and starts_with(a.number, r.account_prefix)
        where c.id = ${companyId}),
      booked as materialized (select b.account_id, sum(b.debit - b.credit) as amount from read.balances b
        where b.company_id = ${companyId} and b.fiscal_year_id in (select year_id from required) and b.layer = 'movement'
        group by b.account_id),
      told as materialized (select b.account_id, k.axis, sum(b.debit - b.credit) as amount
        from read.analytic_balances b join read.analytic_codes k on k.company_id = b.company_id and k.id = b.code_id
        where b.company_id = ${companyId} and b.fiscal_year_id in (select year_id from required) and b.layer = 'movement'
        group by b.account_id, k.axis)
    select r.id, r.number || ' (' || r.axis || ')' as label, count(*) over () as count,
      (sum(b.amount - coalesce(t.amount, 0)) over ())::numeric(20,2) as total
    from required r join booked b on b.account_id = r.id left join told t on t.account_id = r.id and t.axis = r.axis
    where b.amount <> coalesce(t.amount, 0)
    order by r.number, r.axis limit 20`),
);
