import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { PeriodSum } from '../../domain/budgets/actuals.ts';
import { bigint, date, integers, dates } from '../support/parameters.ts';
import { byHand, statement } from '../support/statement.ts';

/** What documents that wait to be booked are going to put on accounts, by the period of their date. */

interface WaitingSum {
  readonly number: string;
  readonly type: string;
  readonly period: number;
  readonly balance: string;
}

/**
 * By hand, because the lines are within the documents: those of the year that wait are found by their index, and are few. The rate of
 * exchange counts as when they are booked; one in a currency without a rate is left out, because nobody knows what it comes to.
 */
const waitingStatement = statement(
  'budget-waiting-documents',
  { companyId: bigint, from: date, to: date, places: integers, firsts: dates, lasts: dates },
  (_db, { companyId, from, to, places, firsts, lasts }) =>
    byHand(sql<WaitingSum>`
      select a.number, a.type, p.place as period,
        sum(round((line.value ->> 'amount_net')::numeric * coalesce(d.exchange_rate::numeric, 1), 2)
          * case when (d.direction = 'purchase') <> d.is_credit_note then 1 else -1 end)::numeric(20,2) as balance
      from read.documents d
      join read.companies c on c.id = d.company_id
      join unnest(${places}, ${firsts}, ${lasts}) as p(place, first, last) on d.document_date between p.first and p.last
      cross join lateral jsonb_array_elements(d.lines) as line(value)
      join read.accounts a on a.id = (line.value ->> 'account_id')::bigint
      where d.company_id = ${companyId} and d.status = 'pending' and d.deleted_at is null
        and d.document_date between ${from} and ${to}
        and (d.exchange_rate is not null or d.currency = c.currency)
      group by 1, 2, 3`),
);

export async function waitingDocuments(
  db: Queryable,
  companyId: number,
  periods: readonly { readonly starts_on: string; readonly ends_on: string }[],
): Promise<readonly PeriodSum[]> {
  return waitingStatement.all(db, {
    companyId,
    from: periods[0]!.starts_on,
    to: periods.at(-1)!.ends_on,
    places: periods.map((_, place) => place),
    firsts: periods.map(({ starts_on }) => starts_on),
    lasts: periods.map(({ ends_on }) => ends_on),
  });
}
