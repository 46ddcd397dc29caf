import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import {
  LISTED_ABOVE,
  LISTED_CODE,
  MOST_CLIENTS,
  MOST_EXCLUDED,
  TURNOVER_BOXES,
  UNLISTED_KIND,
  VAT_BOXES,
  type ListedCustomer,
} from '../../domain/vat-filing/listings.ts';
import { bigint, date, type Placeholders } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { resolveThirdPartyId, joinMerges } from '../third-parties/merges.ts';

/** Sales to each customer in a year, by VAT number: two third parties with one number are one customer. */

const span = { companyId: bigint, from: date, to: date };

const buildSignCase = (boxes: Readonly<Record<string, number>>) =>
  sql`case b->>'box' ${sql.join(
    Object.entries(boxes).map(([box, sign]) => sql`when ${sql.lit(box)} then ${sql.lit(sign)}`),
    sql` `,
  )} end`;

// Raw SQL: the effects of a code are unnested within the row, which the query builder does not support.
const selectSales = ({ companyId, from, to }: Placeholders<typeof span>) => sql`
  select min(p.id) as third_party_id, min(p.name) as name, p.vat_number,
    sum(s.turnover)::numeric(20,2) as turnover, sum(s.vat)::numeric(20,2) as vat_amount
  from (
    select ${resolveThirdPartyId('e')} as third_party_id, sum(o.turnover) as turnover, sum(o.vat) as vat
    from read.entries e
      ${joinMerges('e')}
      cross join lateral (
        select sum((b->>'amount')::numeric * ${buildSignCase(TURNOVER_BOXES)}) as turnover,
          sum((b->>'amount')::numeric * ${buildSignCase(VAT_BOXES)}) as vat
        from jsonb_array_elements(e.vat) v cross join lateral jsonb_array_elements(v->'boxes') b
        where not v ? 'exigibility' and not exists (select from read.vat_codes c where c.company_id = e.company_id and c.id = (v->>'vat_code_id')::bigint
          and c.kind = ${sql.lit(UNLISTED_KIND)} and c.code <> ${sql.lit(LISTED_CODE)})) o
    where e.company_id = ${companyId} and e.entry_date between ${from} and ${to} and e.vat is not null
      and e.third_party_id is not null and (o.turnover is not null or o.vat is not null)
    group by 1) s
    join read.third_parties p on p.company_id = ${companyId} and p.id = s.third_party_id
  group by p.vat_number, case when p.vat_number is null then p.id end`;

const IS_BELGIAN = sql`c.vat_number ~ '^BE[01][0-9]{9}$'`;
const IS_ABOVE = sql`c.turnover > ${sql.lit(LISTED_ABOVE)}::numeric`;

const clientsStatement = statement('customer-listing', span, (_db, given) =>
  fromRawSql(sql<ListedCustomer & { readonly turnover_sum: string; readonly vat_sum: string }>`
    select c.third_party_id, c.name, c.vat_number, c.turnover, coalesce(c.vat_amount, 0)::numeric(20,2) as vat_amount,
      (sum(c.turnover) over ())::numeric(20,2) as turnover_sum, (sum(coalesce(c.vat_amount, 0)) over ())::numeric(20,2) as vat_sum
    from (${selectSales(given)}) c where ${IS_BELGIAN} and ${IS_ABOVE}
    order by c.vat_number limit ${sql.lit(MOST_CLIENTS + 1)}`),
);

export interface ExcludedCustomer {
  readonly third_party_id: number;
  readonly name: string;
  readonly reason: 'below_threshold' | 'no_vat_number' | 'foreign_vat_number';
}

const excludedStatement = statement('customer-listing-excluded', span, (_db, given) =>
  fromRawSql(sql<ExcludedCustomer>`
    select c.third_party_id, c.name, case when c.vat_number is null then 'no_vat_number'
      when not (${IS_BELGIAN}) then 'foreign_vat_number' else 'below_threshold' end as reason
    from (${selectSales(given)}) c where coalesce(c.turnover, 0) <> 0 and (c.vat_number is null or not (${IS_BELGIAN} and ${IS_ABOVE}))
    order by c.turnover desc, c.third_party_id limit ${sql.lit(MOST_EXCLUDED)}`),
);

const toYearSpan = (companyId: number, year: number) => ({ companyId, from: `${year}-01-01`, to: `${year}-12-31` });

export const readListedCustomers = (db: Queryable, companyId: number, year: number) =>
  clientsStatement.all(db, toYearSpan(companyId, year));

/** The largest customers with sales that are not listed. */
export const readExcludedCustomers = (db: Queryable, companyId: number, year: number) =>
  excludedStatement.all(db, toYearSpan(companyId, year));
