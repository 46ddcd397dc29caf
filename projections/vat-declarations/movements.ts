import { sql } from 'kysely';
import type pg from 'pg';
import { bigint, date, timestamp } from '../support/parameters.ts';
import { byHand, statement } from '../support/statement.ts';

/** What has come to a period since its return was validated, entry by entry and box by box. */
export interface LaterBox {
  readonly entry_id: number;
  readonly number: number;
  readonly journal_code: string;
  /** Whether the entry stands in a later period, because this one took no more. */
  readonly is_late: boolean;
  readonly box: string;
  readonly amount: string;
}

/** More of them are not listed: the boxes tell how much it is. */
const MOST = 2_000;

const laterStatement = statement(
  'vat-boxes-since',
  { companyId: bigint, from: date, to: date, since: timestamp },
  (_db, { companyId, from, to, since }) =>
    // Written out for the same reason as the boxes of a period.
    byHand(sql<LaterBox>`
    select e.id as entry_id, e.number, j.code as journal_code, e.is_late, b->>'box' as box,
      sum((b->>'amount')::numeric)::numeric(20,2) as amount
    from (
        select id, number, journal_id, vat, false as is_late from read.entries
        where company_id = ${companyId} and entry_date between ${from} and ${to} and vat is not null and created_at > ${since}
        union all
        select id, number, journal_id, vat, true from read.entries
        where company_id = ${companyId} and tax_point between ${from} and ${to} and vat is not null and created_at > ${since}) e
      join read.journals j on j.id = e.journal_id
      cross join lateral jsonb_array_elements(e.vat) v
      cross join lateral jsonb_array_elements(v->'boxes') b
    where not v ? 'exigibility'
    group by 1, 2, 3, 4, 5 order by 1, 5 limit ${sql.lit(MOST)}`),
);

export async function boxesSince(
  pool: pg.Pool,
  companyId: number,
  { starts_on, ends_on }: { readonly starts_on: string; readonly ends_on: string },
  since: string,
): Promise<readonly LaterBox[]> {
  return laterStatement.all(pool, { companyId, from: starts_on, to: ends_on, since });
}
