import { sql, type Expression, type RawBuilder } from 'kysely';
import { castAmount } from '../support/expressions.ts';
import { bigint, date } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';

/**
 * Numbers of issued documents that an inspector would question: missing, given twice, or not in the order of the dates. A
 * number counts up after the same text, whether a series gave it or another program.
 */

interface Days {
  readonly companyId: Expression<number>;
  readonly from: Expression<string> | RawBuilder<string>;
  readonly to: Expression<string>;
}

const IS_ISSUED = sql`d.number_key is not null and d.deleted_at is null and d.kind not in ('quotation', 'proforma')
  and d.last_entry_id is not null`;

const selectIssued = ({ companyId, from, to }: Days) => sql`
  select d.id, d.number, d.number_key, d.document_date, d.amount_gross, m.parts[1] as beginning, m.parts[2]::bigint as place
  from read.documents d cross join lateral (select regexp_match(d.number_key, '^(.*?)([0-9]{1,9})$') as parts) m
  where d.company_id = ${companyId} and d.document_date between ${from} and ${to} and ${IS_ISSUED}`;

/** Rows of `id`, `label`, `amount`. */
export const selectRepeatedNumbers = (days: Days) => sql`
  select i.id, i.number as label, i.amount_gross as amount from (${selectIssued(days)}) i
  where exists (select from read.documents d where d.company_id = ${days.companyId} and d.number_key = i.number_key
    and d.id <> i.id and ${IS_ISSUED})`;

export const selectUnorderedNumbers = (days: Days) => sql`
  select id, number as label, amount_gross as amount from (
    select i.*, lag(i.document_date) over (partition by i.beginning order by i.place, i.id) as earlier
    from (${selectIssued(days)}) i where i.place is not null) o
  where document_date < earlier`;

/** The document after the gap. */
export const selectNumbersAfterGaps = (days: Days) => sql`
  select id, number as label, amount_gross as amount from (
    select i.*, lag(i.place) over (partition by i.beginning order by i.place, i.id) as earlier
    from (${selectIssued(days)}) i where i.place is not null) o
  where place - earlier between 2 and 1000`;

/** Issued, but no longer in the books, and not credited either. */
export const selectUnbookedNumbers = ({ companyId, from, to }: Days) => sql`
  select d.id, d.number as label, d.amount_gross as amount from read.documents d
  where d.company_id = ${companyId} and d.document_date between ${from} and ${to} and ${IS_ISSUED} and d.status = 'pending'
    and not exists (select from read.documents c where c.company_id = d.company_id and c.status = 'booked'
      and c.deleted_at is null and c.credits @> jsonb_build_array(jsonb_build_object('document_id', d.id)))`;

interface ClosingRow {
  readonly id: number;
  readonly label: string;
  readonly count: number;
  readonly total: string;
}

const MOST_ROWS = 20;

const createClosingStatement = (name: string, select: (days: Days) => RawBuilder<unknown>) =>
  statement(name, { companyId: bigint, endsOn: date }, (_db, { companyId, endsOn }) => {
    const from = sql<string>`coalesce((select y.starts_on from read.fiscal_years y where y.company_id = ${companyId}
      and y.ends_on = ${endsOn}), ${endsOn})`;
    return fromRawSql(sql<ClosingRow>`
      select id, label, (count(*) over ())::bigint as count, ${castAmount(sql`(sum(amount) over ())`)} as total
      from (${select({ companyId, from, to: endsOn })}) found order by id limit ${sql.lit(MOST_ROWS)}`);
  });

/** For the closing of a fiscal year, by code. */
export const numberFindings = {
  sales_numbers_missing: createClosingStatement('closing-numbers-missing', selectNumbersAfterGaps),
  sales_numbers_repeated: createClosingStatement('closing-numbers-repeated', selectRepeatedNumbers),
  sales_numbers_unordered: createClosingStatement('closing-numbers-unordered', selectUnorderedNumbers),
  sales_numbers_unbooked: createClosingStatement('closing-numbers-unbooked', selectUnbookedNumbers),
};
