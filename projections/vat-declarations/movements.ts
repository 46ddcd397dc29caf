import { sql } from 'kysely';
import type pg from 'pg';
import { bigint, date, timestamp, type Placeholders } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';

/** Amounts added to a period since its return was validated, by entry and box. */
export interface LaterBox {
  readonly entry_id: number;
  readonly number: number;
  readonly journal_code: string;
  /** Whether the entry is in a later period because this one was locked. */
  readonly is_late: boolean;
  readonly box: string;
  readonly amount: string;
}

/** Further rows are not listed: the boxes show the totals. */
const MOST = 2_000;

const asked = { companyId: bigint, from: date, to: date, since: timestamp };

/** Raw SQL: the effects of a code are unnested within the row, which the query builder does not support. */
const buildLaterBoxesQuery = (
  { companyId, from, to, since }: Placeholders<typeof asked>,
  day: 'entry_date' | 'tax_point',
) =>
  fromRawSql(sql<LaterBox>`
    select e.id as entry_id, e.number, j.code as journal_code, ${sql.lit(day === 'tax_point')}::boolean as is_late,
      b->>'box' as box, sum((b->>'amount')::numeric)::numeric(20,2) as amount
    from read.entries e
      join read.journals j on j.company_id = e.company_id and j.id = e.journal_id
      cross join lateral jsonb_array_elements(e.vat) v
      cross join lateral jsonb_array_elements(v->'boxes') b
    where e.company_id = ${companyId} and e.${sql.ref(day)} between ${from} and ${to} and e.vat is not null
      and e.created_at > ${since} and not v ? 'exigibility'
    group by 1, 2, 3, 5 order by 1, 5 limit ${sql.lit(MOST)}`);

/** Few rows, found by an index. */
const lateStatement = statement('vat-boxes-late', asked, (_db, given) => buildLaterBoxesQuery(given, 'tax_point'));
/** Reads all entries of the period. */
const withinStatement = statement('vat-boxes-since', asked, (_db, given) => buildLaterBoxesQuery(given, 'entry_date'));

interface Validated {
  readonly starts_on: string;
  readonly ends_on: string;
}

/** Tax of the period that came too late and was booked in a later one. */
export async function readLateBoxes(
  pool: pg.Pool,
  companyId: number,
  { starts_on: from, ends_on: to }: Validated,
  since: string,
): Promise<readonly LaterBox[]> {
  return lateStatement.all(pool, { companyId, from, to, since });
}

/** Amounts posted in the period itself. */
export async function readBoxesSince(
  pool: pg.Pool,
  companyId: number,
  { starts_on: from, ends_on: to }: Validated,
  since: string,
): Promise<readonly LaterBox[]> {
  return withinStatement.all(pool, { companyId, from, to, since });
}
