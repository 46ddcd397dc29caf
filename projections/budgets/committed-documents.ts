import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { CodedSum, PeriodSum } from '../../domain/budgets/actuals.ts';
import { bigint, date, dates, integers, type Placeholders } from '../support/parameters.ts';
import { byHand, statement } from '../support/statement.ts';

/** What documents that wait to be booked are going to put on accounts, by the period of their date. */

const given = { companyId: bigint, from: date, to: date, places: integers, firsts: dates, lasts: dates };

/**
 * By hand, because the lines are within the documents: those of the year that wait are found by their index, and are few. The rate of
 * exchange counts as when they are booked; one in a currency without a rate is left out, because nobody knows what it comes to.
 */
const waiting = (
  { companyId, from, to, places, firsts, lasts }: Placeholders<typeof given>,
  shares: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  from read.documents d
  join read.companies c on c.id = d.company_id
  join unnest(${places}, ${firsts}, ${lasts}) as p(place, first, last) on d.document_date between p.first and p.last
  cross join lateral (select coalesce(d.exchange_rate::numeric, 1) as rate,
    case when (d.direction = 'purchase') <> d.is_credit_note then 1 else -1 end as sign) as m
  cross join lateral jsonb_array_elements(d.lines) as line(value)
  join read.accounts a on a.id = (line.value ->> 'account_id')::bigint
  ${shares}
  where d.company_id = ${companyId} and d.status = 'pending' and d.deleted_at is null
    and d.document_date between ${from} and ${to}
    and (d.exchange_rate is not null or d.currency = c.currency)`;

const NET = sql`(line.value ->> 'amount_net')::numeric`;

const wholeStatement = statement('budget-waiting-documents', given, (_db, parts) =>
  byHand(sql<PeriodSum>`
    select a.number, a.type, p.place as period, sum(round(${NET} * m.rate, 2) * m.sign)::numeric(20,2) as balance
    ${waiting(parts, sql``)} group by 1, 2, 3`),
);

/** A share is in per cent or an amount; one that says neither is all of the line. */
const codedStatement = statement('budget-waiting-documents-by-code', given, (_db, parts) =>
  byHand(sql<CodedSum>`
    select a.number, a.type, p.place as period, (share.value ->> 'code_id')::bigint as analytic_code_id,
      sum(round(coalesce((share.value ->> 'amount')::numeric,
        ${NET} * coalesce((share.value ->> 'share')::numeric, 100) / 100) * m.rate, 2) * m.sign)::numeric(20,2) as balance
    ${waiting(parts, sql`cross join lateral jsonb_array_elements(coalesce(line.value -> 'analytics', '[]')) as share(value)`)}
    group by 1, 2, 3, 4`),
);

/** What their lines come to that name no codes, by all that tells which ones they inherit. */
const uncodedStatement = statement('budget-waiting-documents-without-code', given, (_db, parts) =>
  byHand(sql<WaitingWithoutCode>`
    select a.number, a.type, p.place as period, a.id as account_id, d.third_party_id, d.document_date,
      sum(round(${NET} * m.rate, 2) * m.sign)::numeric(20,2) as balance
    ${waiting(parts, sql``)} and line.value -> 'analytics' is null group by 1, 2, 3, 4, 5, 6`),
);

export interface WaitingWithoutCode extends PeriodSum {
  readonly account_id: number;
  readonly third_party_id: number;
  readonly document_date: string;
}

type Periods = readonly { readonly starts_on: string; readonly ends_on: string }[];

const within = (companyId: number, periods: Periods) => ({
  companyId,
  from: periods[0]!.starts_on,
  to: periods.at(-1)!.ends_on,
  places: periods.map((_, place) => place),
  firsts: periods.map(({ starts_on }) => starts_on),
  lasts: periods.map(({ ends_on }) => ends_on),
});

export const waitingDocuments = (db: Queryable, companyId: number, periods: Periods): Promise<readonly PeriodSum[]> =>
  wholeStatement.all(db, within(companyId, periods));

/** The same by analytic code, as far as the lines say by which they will be told. */
export const waitingByCode = (db: Queryable, companyId: number, periods: Periods): Promise<readonly CodedSum[]> =>
  codedStatement.all(db, within(companyId, periods));

export const waitingWithoutCode = (
  db: Queryable,
  companyId: number,
  periods: Periods,
): Promise<readonly WaitingWithoutCode[]> => uncodedStatement.all(db, within(companyId, periods));
