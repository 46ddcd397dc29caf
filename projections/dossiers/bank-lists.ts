import { sql } from 'kysely';
import { matchesTransactionFilter, transactionFilter } from '../bank/transaction-queries.ts';
import { bigint, optional, text } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { dated, ROWS_AT_ONCE } from './list-parameters.ts';

/** Lists of bank files, their transactions, and files for the bank. */

export const bankTransactions = statement(
  'list-file-transactions',
  { ...transactionFilter, status: optional(text), afterId: bigint },
  (db, { status, afterId, ...filter }) =>
    db
      .selectFrom('read.bank_transactions as t')
      .select(['t.id', 't.entry_date', 't.value_date', 't.account_iban', 't.statement_number', 't.counterpart_name'])
      .select(['t.counterpart_iban', 't.communication', 't.structured_communication', 't.amount', 't.currency'])
      .select('t.status')
      .where(matchesTransactionFilter(filter))
      .where('t.id', '>', afterId)
      .$if(status !== undefined, (query) => query.where(sql<boolean>`t.status = ${status}`))
      .orderBy('t.id')
      .limit(ROWS_AT_ONCE),
);

export const sepaFiles = statement(
  'list-file-sepa-files',
  { ...dated, type: optional(text), status: optional(text), journal_id: optional(bigint) },
  (db, { companyId, afterId, from, to, type, status, journal_id }) =>
    db
      .selectFrom('read.sepa_files as s')
      .innerJoin('read.journals as j', 'j.id', 's.journal_id')
      .select(['s.id', 's.execution_date', 's.type', 's.message_id', 'j.code as journal', 's.payments_count'])
      .select(['s.control_sum', 's.status'])
      .where('s.company_id', '=', companyId)
      .where('s.deleted_at', 'is', null)
      .where('s.id', '>', afterId)
      .$if(from !== undefined, (query) => query.where('s.execution_date', '>=', from!))
      .$if(to !== undefined, (query) => query.where('s.execution_date', '<=', to!))
      .$if(type !== undefined, (query) => query.where(sql<boolean>`s.type = ${type}`))
      .$if(status !== undefined, (query) => query.where(sql<boolean>`s.status = ${status}`))
      .$if(journal_id !== undefined, (query) => query.where('s.journal_id', '=', journal_id!))
      .orderBy('s.id')
      .limit(ROWS_AT_ONCE),
);

/** A file has the statements of a day or of a year. */
const FILES_AT_ONCE = 50;

type StatementRow = {
  readonly id: number;
  readonly original_name: string;
  readonly format: string;
  readonly imported_on: string;
  readonly account_iban: string | null;
  readonly statement_number: string | null;
  readonly opening_date: string | null;
  readonly closing_date: string | null;
  readonly opening_balance: string | null;
  readonly closing_balance: string | null;
  readonly currency: string | null;
  readonly transactions_count: number;
};

/** One row per statement, or one for a file that has none; by hand, because files are counted and statements are shown. */
export const codaFiles = statement(
  'list-file-coda-files',
  { ...dated, journal_id: optional(bigint) },
  (_, { companyId, afterId, from, to, journal_id }) => {
    const isWanted = sql.join(
      [
        sql`s.coda_file_id = f.id and s.deleted_at is null`,
        ...(from === undefined ? [] : [sql`s.closing_date >= ${from}`]),
        ...(to === undefined ? [] : [sql`s.opening_date <= ${to}`]),
        ...(journal_id === undefined ? [] : [sql`s.journal_id = ${journal_id}`]),
      ],
      sql` and `,
    );
    const isNarrowed = from !== undefined || to !== undefined || journal_id !== undefined;
    return fromRawSql(sql<StatementRow>`
      select f.id, f.original_name, f.format, (f.created_at at time zone 'Europe/Brussels')::date as imported_on,
        s.account_iban, s.number as statement_number, s.opening_date, s.closing_date, s.opening_balance,
        s.closing_balance, s.currency, coalesce(s.transactions_count, f.transactions_count) as transactions_count
      from (
        select * from read.coda_files f where f.company_id = ${companyId} and f.deleted_at is null and f.id > ${afterId}
          ${isNarrowed ? sql`and exists (select from read.bank_statements s where ${isWanted})` : sql``}
        order by f.id limit ${sql.lit(FILES_AT_ONCE)}) f
      left join read.bank_statements s on ${isWanted}
      order by f.id, s.id`);
  },
);
