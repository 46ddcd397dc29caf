import { sql } from 'kysely';
import type pg from 'pg';
import { sumAmount } from '../support/expressions.ts';
import { bigint } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';

/** Bank accounts: each bank journal with its balances according to the bank and to the books. */
export interface BankAccountRow {
  readonly journal_id: number;
  readonly code: string;
  readonly label: string;
  readonly labels: Readonly<Record<string, string>> | null;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly currency: string;
  readonly account_id: number | null;
  readonly account_number: string | null;
  readonly account_label: string | null;
  readonly account_labels: Readonly<Record<string, string>> | null;
  /** In the currency of the journal. */
  readonly ledger_balance: string;
  /** In the currency of the company file. */
  readonly base_ledger_balance: string;
  readonly statement_number: string | null;
  readonly statement_date: string | null;
  readonly statement_balance: string | null;
  readonly pending_count: number;
  readonly pending_amount: string;
  readonly ignored_amount: string;
}

/**
 * Hand-written SQL to fix the plan: for each of the few journals, one look-up of the last statement, of the stored sums
 * of its account, and of the unbooked transactions.
 */
const accountsStatement = statement('bank-accounts', { companyId: bigint }, (_db, { companyId }) =>
  fromRawSql(sql<BankAccountRow>`
    select j.id as journal_id, j.code, j.label, j.labels, j.iban, j.bic, coalesce(j.currency, c.currency) as currency, a.id as account_id, a.number as account_number,
      a.label as account_label, a.labels as account_labels, coalesce(b.balance, 0)::numeric(20,2) as base_ledger_balance,
      coalesce(case when j.currency is null then b.balance else k.balance end, 0)::numeric(20,2) as ledger_balance,
      s.number as statement_number, s.closing_date as statement_date, s.closing_balance as statement_balance,
      t.pending_count, t.pending_amount, t.ignored_amount
    from read.journals j
    join read.companies c on c.id = j.company_id
    left join read.accounts a on a.company_id = j.company_id and a.id = j.control_account_id
    left join lateral (
      select sum(debit - credit) as balance from read.balances
      where company_id = ${companyId} and account_id = a.id and layer <> 'carried') b on true
    left join lateral (
      select sum(currency_debit - currency_credit) as balance from read.currency_balances
      where company_id = ${companyId} and account_id = a.id and currency = j.currency and layer <> 'carried') k on true
    left join lateral (
      select number, closing_date, closing_balance from read.bank_statements
      where company_id = ${companyId} and journal_id = j.id and deleted_at is null
      order by closing_date desc, ordinal desc nulls first, id desc limit 1) s on true
    left join lateral (
      select count(*) filter (where status = 'pending') as pending_count,
        ${sumAmount(sql<string>`amount - matched_amount`, sql`status = 'pending'`)} as pending_amount,
        ${sumAmount(sql<string>`amount`, sql`status = 'ignored'`)} as ignored_amount
      from read.bank_transactions
      where company_id = ${companyId} and journal_id = j.id and deleted_at is null and status in ('pending', 'ignored')) t on true
    where j.company_id = ${companyId} and j.type = 'bank' and j.deleted_at is null
    order by j.code, j.id`),
);

export async function listBankAccountRows(pool: pg.Pool, companyId: number): Promise<readonly BankAccountRow[]> {
  return accountsStatement.all(pool, { companyId });
}
