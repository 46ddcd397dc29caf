import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { MOST_CLIENTS, type IntraCode } from '../../domain/vat-filing/listings.ts';
import { bigint, date, text } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';
import { resolveThirdPartyId, joinMerges } from '../third-parties/merges.ts';

/** Supplies to enterprises in other Member States in a period, by number, code and the corrected listing. */
export interface OperationRow {
  readonly third_party_id: number;
  readonly name: string;
  readonly vat_number: string | null;
  readonly code: IntraCode;
  /** First day of the corrected earlier period; null for this one. */
  readonly corrects: string | null;
  readonly amount: string;
  readonly amount_sum: string;
}

const operationsStatement = statement(
  'intracom-listing',
  { companyId: bigint, from: date, to: date, unit: text },
  // Raw SQL for the same reason as the customer listing.
  (_db, { companyId, from, to, unit }) =>
    fromRawSql(sql<OperationRow>`
    select c.*, (sum(c.amount) over ())::numeric(20,2) as amount_sum from (
      select min(p.id) as third_party_id, min(p.name) as name, p.vat_number, k.intra_listing as code, o.corrects,
        sum(o.base)::numeric(20,2) as amount
      from (
        select ${resolveThirdPartyId('e')} as third_party_id, (v->>'vat_code_id')::bigint as vat_code_id, (v->>'base')::numeric as base,
          case when e.tax_point < ${from} then date_trunc(${unit}, e.tax_point)::date end as corrects
        from read.entries e
          ${joinMerges('e')}
          cross join lateral jsonb_array_elements(e.vat) v
        where e.company_id = ${companyId} and e.entry_date between ${from} and ${to} and e.vat is not null
          and e.third_party_id is not null and not v ? 'exigibility') o
        join read.vat_codes k on k.company_id = ${companyId} and k.id = o.vat_code_id and k.intra_listing is not null and k.direction = 'sale'
        join read.third_parties p on p.company_id = ${companyId} and p.id = o.third_party_id
      group by p.vat_number, case when p.vat_number is null then p.id end, k.intra_listing, o.corrects
      having sum(o.base) <> 0) c
    order by c.vat_number, c.code, c.corrects nulls first, c.third_party_id limit ${sql.lit(MOST_CLIENTS + 1)}`),
);

export const readIntracomOperations = (
  db: Queryable,
  companyId: number,
  { starts_on: from, ends_on: to }: { readonly starts_on: string; readonly ends_on: string },
  unit: 'month' | 'quarter' | 'year',
) => operationsStatement.all(db, { companyId, from, to, unit });
