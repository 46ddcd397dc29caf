import { sql } from 'kysely';
import { bigint, date } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';

/**
 * Bank findings for the closing of a year, by bank journal: unbooked transactions, missing statements, and ledger
 * balances that differ from those of the bank. Plain SQL, because each is a sum of sums.
 */
interface FoundRow {
  readonly id: number;
  readonly label: string;
  readonly count: number;
  readonly total: string;
}

const given = { companyId: bigint, endsOn: date };
const MOST_ROWS = 20;

const pending = statement('closing-transactions-pending', given, (_db, { companyId, endsOn }) =>
  fromRawSql(sql<FoundRow>`select j.id, j.code as label, (sum(t.count) over ())::bigint as count, (sum(t.amount) over ())::numeric(20,2) as total
    from (select journal_id, count(*) as count, sum(amount - matched_amount) as amount from read.bank_transactions
      where company_id = ${companyId} and status = 'pending' and deleted_at is null and entry_date <= ${endsOn} group by journal_id) t
    join read.journals j on j.company_id = ${companyId} and j.id = t.journal_id order by j.code limit ${sql.lit(MOST_ROWS)}`),
);

const missing = statement('closing-statements-missing', given, (_db, { companyId, endsOn }) =>
  fromRawSql(sql<FoundRow>`select j.id, j.code as label, (sum(g.count) over ())::bigint as count, (sum(g.amount) over ())::numeric(20,2) as total
    from (select journal_id, count(*) as count, sum(opening_balance - before) as amount from (
        select journal_id, opening_balance, lag(closing_balance) over (partition by journal_id order by closing_date, ordinal nulls last, id) as before
        from read.bank_statements where company_id = ${companyId} and deleted_at is null and closing_date <= ${endsOn}) s
      where opening_balance <> before group by journal_id) g
    join read.journals j on j.company_id = ${companyId} and j.id = g.journal_id order by j.code limit ${sql.lit(MOST_ROWS)}`),
);

/** Compares the balances on the day of the last statement of the year. */
const differing = statement('closing-balances-differ', given, (_db, { companyId, endsOn }) =>
  fromRawSql(sql<FoundRow>`select id, label, count(*) over () as count, (sum(difference) over ())::numeric(20,2) as total from (
      select j.id, j.code as label, s.closing_balance - coalesce((
        select sum(case when j.currency is null then l.debit - l.credit else coalesce(l.currency_amount, 0) end) from read.entry_lines l
        where l.company_id = ${companyId} and l.account_id = j.control_account_id and l.entry_date <= s.closing_date
          and l.layer <> 'carried'), 0) as difference
      from read.journals j
      cross join lateral (
        select closing_balance, closing_date from read.bank_statements
        where company_id = ${companyId} and journal_id = j.id and deleted_at is null and closing_date <= ${endsOn}
        order by closing_date desc, ordinal desc nulls first, id desc limit 1) s
      where j.company_id = ${companyId} and j.type = 'bank' and j.deleted_at is null) d
    where difference <> 0 order by label limit ${sql.lit(MOST_ROWS)}`),
);

export const bankFindings = {
  bank_transactions_pending: pending,
  bank_statements_missing: missing,
  bank_balances_differ: differing,
};
