import { sql } from 'kysely';
import type pg from 'pg';
import { bigint, date, timestamp, type Placeholders } from '../support/parameters.ts';
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

const asked = { companyId: bigint, from: date, to: date, since: timestamp };

/** Written out: the effects of a code are opened within the row, which the query builder has no words for. */
const laterBoxes = ({ companyId, from, to, since }: Placeholders<typeof asked>, day: 'entry_date' | 'tax_point') =>
  byHand(sql<LaterBox>`
    select e.id as entry_id, e.number, j.code as journal_code, ${sql.lit(day === 'tax_point')}::boolean as is_late,
      b->>'box' as box, sum((b->>'amount')::numeric)::numeric(20,2) as amount
    from read.entries e
      join read.journals j on j.id = e.journal_id
      cross join lateral jsonb_array_elements(e.vat) v
      cross join lateral jsonb_array_elements(v->'boxes') b
    where e.company_id = ${companyId} and e.${sql.ref(day)} between ${from} and ${to} and e.vat is not null
      and e.created_at > ${since} and not v ? 'exigibility'
    group by 1, 2, 3, 5 order by 1, 5 limit ${sql.lit(MOST)}`);

/** An index has the few that there are. */
const lateStatement = statement('vat-boxes-late', asked, (_db, given) => laterBoxes(given, 'tax_point'));
/** Looks at all entries of the period. */
const withinStatement = statement('vat-boxes-since', asked, (_db, given) => laterBoxes(given, 'entry_date'));

interface Validated {
  readonly starts_on: string;
  readonly ends_on: string;
}

/** Tax of the period that came too late for it, and stands in a later one. */
export async function lateBoxes(
  pool: pg.Pool,
  companyId: number,
  { starts_on: from, ends_on: to }: Validated,
  since: string,
): Promise<readonly LaterBox[]> {
  return lateStatement.all(pool, { companyId, from, to, since });
}

/** What was posted into the period itself. */
export async function boxesWithin(
  pool: pg.Pool,
  companyId: number,
  { starts_on: from, ends_on: to }: Validated,
  since: string,
): Promise<readonly LaterBox[]> {
  return withinStatement.all(pool, { companyId, from, to, since });
}
