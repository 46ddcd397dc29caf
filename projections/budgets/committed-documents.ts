import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import type { PeriodSum } from '../../domain/budgets/actuals.ts';
import type { WaitingDocument } from '../../domain/budgets/waiting-codes.ts';
import { bigint, date, dates, integers, type Placeholders } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { resolveThirdPartyId, joinMerges } from '../third-parties/merges.ts';

/** Amounts that pending documents will post to accounts, by the period of their date. */

const given = { companyId: bigint, from: date, to: date, places: integers, firsts: dates, lasts: dates };

/**
 * Hand-written, because the lines are inside the documents: the pending documents of the year are found by index and are
 * few. The exchange rate is applied as at booking; documents in a foreign currency without a rate are left out, because
 * their amount is unknown.
 */
const buildWaitingSource = (
  { companyId, from, to, places, firsts, lasts }: Placeholders<typeof given>,
  joined: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  from read.documents d
  join read.companies c on c.id = d.company_id
  join unnest(${places}, ${firsts}, ${lasts}) as p(place, first, last) on d.document_date between p.first and p.last
  cross join lateral (select coalesce(d.exchange_rate::numeric, 1) as rate,
    case when (d.direction = 'purchase') <> d.is_credit_note then 1 else -1 end as sign) as m
  cross join lateral jsonb_array_elements(d.lines) with ordinality as line(value, place)
  join read.accounts a on a.company_id = d.company_id and a.id = (line.value ->> 'account_id')::bigint
  ${joined}
  where d.company_id = ${companyId} and d.status = 'pending' and d.deleted_at is null
    and d.kind not in ('quotation', 'proforma')
    and d.document_date between ${from} and ${to}
    and (d.exchange_rate is not null or d.currency = c.currency)`;

const NET = sql`(line.value ->> 'amount_net')::numeric`;

const wholeStatement = statement('budget-waiting-documents', given, (_db, parts) =>
  fromRawSql(sql<PeriodSum>`
    select a.number, a.type, p.place as period, sum(round(${NET} / m.rate, 2) * m.sign)::numeric(20,2) as balance
    ${buildWaitingSource(parts, sql``)} group by 1, 2, 3`),
);

/** The documents themselves, for the analytic codes of their future entries; one page after the last id. */
const pageStatement = statement(
  'budget-waiting-documents-by-code',
  { ...given, after: bigint, limit: bigint },
  (_db, { after, limit, ...parts }) =>
    fromRawSql(sql<WaitingDocument & { readonly id: number }>`
    select d.id, d.direction, d.is_credit_note, d.number, d.document_date, d.exchange_rate, d.amount_gross, p.place as period,
      ${resolveThirdPartyId('d')} as third_party_id,
      jsonb_agg(line.value || jsonb_build_object('number', a.number, 'type', a.type) order by line.place) as lines
    ${buildWaitingSource(parts, joinMerges('d'))} and d.id > ${after}
    group by d.id, d.direction, d.is_credit_note, d.number, d.document_date, d.exchange_rate, d.amount_gross, p.place, d.third_party_id, d_merge.into_id
    order by d.id limit ${limit}`),
);

type Periods = readonly { readonly starts_on: string; readonly ends_on: string }[];

const toParameters = (companyId: number, periods: Periods) => ({
  companyId,
  from: periods[0]!.starts_on,
  to: periods.at(-1)!.ends_on,
  places: periods.map((_, place) => place),
  firsts: periods.map(({ starts_on }) => starts_on),
  lasts: periods.map(({ ends_on }) => ends_on),
});

export const sumWaitingDocuments = (
  db: Queryable,
  companyId: number,
  periods: Periods,
): Promise<readonly PeriodSum[]> => wholeStatement.all(db, toParameters(companyId, periods));

const A_PAGE = 500;

/** Same data per document, in pages. */
export async function* readWaitingPages(
  db: Queryable,
  companyId: number,
  periods: Periods,
): AsyncGenerator<readonly WaitingDocument[]> {
  for (let after = 0; ;) {
    const page = await pageStatement.all(db, { ...toParameters(companyId, periods), after, limit: A_PAGE });
    yield page;
    if (page.length < A_PAGE) return;
    after = page.at(-1)!.id;
  }
}
