import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { bigint, date } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';

/** Sums per VAT code in a period, and the boxes that each has filled. */
export interface CodeSum {
  readonly vat_code_id: number;
  readonly code: string;
  readonly label: string;
  readonly labels: Readonly<Record<string, string>> | null;
  readonly direction: 'purchase' | 'sale';
  readonly rate: string;
  readonly entries_count: number;
  readonly base: string;
  readonly due: string;
  readonly deductible: string;
  readonly non_deductible: string;
}

export interface CodeBox {
  readonly vat_code_id: number;
  readonly box: string;
  readonly amount: string;
}

const span = { companyId: bigint, from: date, to: date };

// Raw SQL: the effects of a code are unnested within the row, which the query builder does not support.
const codesStatement = statement('vat-summary-codes', span, (_db, { companyId, from, to }) =>
  fromRawSql(sql<CodeSum>`
    select s.*, c.code, c.label, c.labels, c.direction, c.rate from (
      select (v->>'vat_code_id')::bigint as vat_code_id, count(*)::bigint as entries_count,
        sum((v->>'base')::numeric)::numeric(20,2) as base, sum((v->>'due')::numeric)::numeric(20,2) as due,
        sum((v->>'deductible')::numeric)::numeric(20,2) as deductible,
        sum((v->>'non_deductible')::numeric)::numeric(20,2) as non_deductible
      from read.entries e cross join lateral jsonb_array_elements(e.vat) v
      where e.company_id = ${companyId} and e.entry_date between ${from} and ${to} and e.vat is not null
        and not v ? 'exigibility'
      group by 1) s
    join read.vat_codes c on c.company_id = ${companyId} and c.id = s.vat_code_id
    order by c.direction desc, c.code collate "C"`),
);

const boxesStatement = statement('vat-summary-boxes', span, (_db, { companyId, from, to }) =>
  fromRawSql(sql<CodeBox>`
    select (v->>'vat_code_id')::bigint as vat_code_id, b->>'box' as box, sum((b->>'amount')::numeric)::numeric(20,2) as amount
    from read.entries e cross join lateral jsonb_array_elements(e.vat) v
      cross join lateral jsonb_array_elements(v->'boxes') b
    where e.company_id = ${companyId} and e.entry_date between ${from} and ${to} and e.vat is not null
      and not v ? 'exigibility'
    group by 1, 2 order by 1, 2`),
);

/** Counted like the returns: tax due on payment comes with the entry of the payment. */
export async function readVatSummary(
  db: Queryable,
  companyId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ readonly codes: readonly CodeSum[]; readonly boxes: readonly CodeBox[] }> {
  const given = { companyId, from, to };
  return { codes: await codesStatement.all(db, given), boxes: await boxesStatement.all(db, given) };
}
