import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { bigint, date } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { SETTLED_LATER } from '../lettering/past.ts';

/** What is open in foreign currencies on a day: items of accounts with matching, and balances of all other accounts. */

export interface OpenAmountRow {
  /** Null for a balance. */
  readonly line_id: number | null;
  readonly account_id: number;
  readonly account_number: string;
  readonly third_party_id: number | null;
  readonly currency: string;
  readonly currency_amount: string;
  readonly carrying_amount: string;
  readonly due_date: string | null;
}

const LATER = sql.ref(SETTLED_LATER);

/**
 * Lines with a currency have an index of their own. Amounts settled after the day are open on it. Carried balances repeat
 * the lines of earlier years. Plain SQL, because it joins sums of letterings to few lines.
 */
const itemsStatement = statement('open-amounts-items', { companyId: bigint, on: date }, (_db, { companyId, on }) =>
  fromRawSql(sql<OpenAmountRow>`
    with ${LATER} as (
      select entry_id, line_number, sum(amount) as amount, sum(currency_amount) as currency_amount
      from read.lettering_lines
      where company_id = ${companyId} and settled_on > ${on} and entry_date <= ${on} and not is_undone
      group by entry_id, line_number),
    open as (
      select l.id as line_id, l.entry_id, l.line_number, l.account_id, a.number as account_number, l.third_party_id, l.currency,
        l.due_on as due_date,
        l.currency_amount - coalesce(l.currency_settled, 0) + coalesce(later.currency_amount, 0) as currency_amount,
        l.debit - l.credit - l.settled + coalesce(later.amount, 0) as carrying_amount
      from read.entry_lines l
        join read.accounts a on a.company_id = l.company_id and a.id = l.account_id
        left join ${LATER} as later on later.entry_id = l.entry_id and later.line_number = l.line_number
      where l.company_id = ${companyId} and l.currency is not null and l.entry_date <= ${on} and l.layer not in ('carried', 'closing')
        and a.is_letterable and a.type in ('asset', 'liability', 'equity'))
    select line_id, account_id, account_number, third_party_id, currency, currency_amount::numeric(20,2)::text as currency_amount,
      carrying_amount::numeric(20,2)::text as carrying_amount, due_date
    from open where currency_amount <> 0 or carrying_amount <> 0
    order by currency, account_number, due_date, entry_id, line_number`),
);

/** Whole periods come from the balances by currency, the days of a period that has not ended from its lines. */
const balancesStatement = statement(
  'open-amounts-balances',
  { companyId: bigint, on: date },
  (_db, { companyId, on }) =>
    fromRawSql(sql<OpenAmountRow>`
    with periods as (
      select (p ->> 'id')::bigint as id, (p ->> 'starts_on')::date as starts_on, (p ->> 'ends_on')::date as ends_on
      from read.fiscal_years y, jsonb_array_elements(y.periods) p where y.company_id = ${companyId}),
    posted as (
      select b.account_id, b.currency, b.currency_debit - b.currency_credit as currency_amount, b.debit - b.credit as amount
      from read.currency_balances b join periods p on p.id = b.period_id and p.ends_on <= ${on}
      where b.company_id = ${companyId} and b.layer not in ('carried', 'closing')
      union all
      select l.account_id, l.currency, l.currency_amount, l.debit - l.credit
      from periods p join read.entry_lines l on l.company_id = ${companyId} and l.currency is not null
        and l.entry_date between p.starts_on and ${on} and l.layer not in ('carried', 'closing')
      where p.starts_on <= ${on} and p.ends_on > ${on})
    select null::bigint as line_id, a.id as account_id, a.number as account_number, null::bigint as third_party_id, posted.currency,
      sum(posted.currency_amount)::numeric(20,2)::text as currency_amount, sum(posted.amount)::numeric(20,2)::text as carrying_amount,
      null::date as due_date
    from posted join read.accounts a on a.company_id = ${companyId} and a.id = posted.account_id
    where not a.is_letterable and a.type in ('asset', 'liability', 'equity')
    group by a.id, a.number, posted.currency
    having sum(posted.currency_amount) <> 0 or sum(posted.amount) <> 0
    order by posted.currency, a.number`),
);

export async function readOpenAmounts(
  pool: Queryable,
  companyId: number,
  on: string,
): Promise<readonly OpenAmountRow[]> {
  const [items, balances] = await Promise.all([
    itemsStatement.all(pool, { companyId, on }),
    balancesStatement.all(pool, { companyId, on }),
  ]);
  return [...items, ...balances];
}
