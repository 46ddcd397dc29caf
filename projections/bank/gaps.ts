import { sql } from 'kysely';
import type pg from 'pg';
import type { QueryCreator } from '../support/compiler.ts';
import { bigint, date, optional } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';

/** Statements that are not continuous. Computed on demand, so that a gap disappears once it is filled. */
export type GapReason = 'statement_missing' | 'statement_overlap' | 'balance_broken';

export interface Gap {
  readonly journal_id: number;
  readonly after_id: number;
  readonly after_number: string;
  readonly after_file_id: number;
  readonly after_date: string;
  readonly after_balance: string;
  readonly before_id: number;
  readonly before_number: string;
  readonly before_file_id: number;
  readonly before_date: string;
  readonly before_balance: string;
  readonly reason: GapReason;
}

/**
 * Hand-written, because it uses a window: the statements of an account by date, each with the previous one. Consecutive
 * numbers with different balances are an error of the bank; otherwise a statement is missing.
 */
const gapsStatement = statement(
  'gaps-of-statements',
  { companyId: bigint, journalId: optional(bigint), until: optional(date) },
  (_db: QueryCreator, { companyId, journalId, until }) =>
    fromRawSql(sql<Gap>`with ordered as (
      select journal_id, id, coda_file_id, number, ordinal, opening_date, closing_date, opening_balance, closing_balance,
        lag(id) over w as after_id, lag(number) over w as after_number, lag(ordinal) over w as after_ordinal,
        lag(coda_file_id) over w as after_file_id, lag(closing_date) over w as after_date, lag(closing_balance) over w as after_balance
      from read.bank_statements
      where company_id = ${companyId} and deleted_at is null
        ${journalId === undefined ? sql`` : sql`and journal_id = ${journalId}`}
        ${until === undefined ? sql`` : sql`and closing_date <= ${until}`}
      window w as (partition by journal_id order by closing_date, ordinal nulls last, id))
    select journal_id, after_id, after_number, after_file_id, after_date, after_balance, id as before_id, number as before_number,
      coda_file_id as before_file_id, opening_date as before_date, opening_balance as before_balance,
      case when opening_date < after_date then 'statement_overlap'
        when ordinal = after_ordinal + 1 then 'balance_broken' else 'statement_missing' end as reason
    from ordered where after_id is not null and opening_balance <> after_balance
    order by journal_id, closing_date, id`),
);

export async function listStatementGaps(
  pool: pg.Pool,
  companyId: number,
  only: { readonly journalId?: number; readonly until?: string } = {},
): Promise<readonly Gap[]> {
  return gapsStatement.all(pool, { companyId, ...only });
}
