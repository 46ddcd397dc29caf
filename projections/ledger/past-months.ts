import type { PastMoment } from '../support/table.ts';

/** What tables that are split by month of recording tell about an earlier moment, and what has to be read for its month. */

/** The first day of the month of the moment, in UTC. */
const buildMonth = (at: string): string => `date_trunc('month', ${at} AT TIME ZONE 'UTC')::date`;

/** The periods with recordings in some months. */
const buildPeriodsRecorded = (company: string, months: string): string => `SELECT p.starts_on, p.ends_on
        FROM read.fiscal_years y CROSS JOIN LATERAL jsonb_to_recordset(y.periods) AS p(id bigint, starts_on date, ends_on date)
        WHERE y.company_id = ${company} AND y.deleted_at IS NULL AND p.id IN (
          SELECT period_id FROM read.balances WHERE company_id = ${company} AND recorded_in ${months})`;

/** Name that a statement gives to entries in the order of their dates. */
export const BY_DATE = 'by_date';

/**
 * No entry of the moment has a date after the last period with recordings until then. In the order of dates, the newest
 * entries of the moment would otherwise be found only after all later ones.
 */
export const buildLatestDate = ({ company, at }: PastMoment, isNamed: (column: string) => boolean): string | null =>
  isNamed(BY_DATE)
    ? `t.entry_date <= (SELECT max(r.ends_on) FROM (${buildPeriodsRecorded(company, `<= ${buildMonth(at)}`)}) r)`
    : null;

interface EntriesOfMonth {
  /** The first day of the month of the moment. */
  readonly month: string;
  /** The moment is in the second half of the month: it is the whole month without what came later. */
  readonly isLate: boolean;
  /** The entries of the month up to the moment, or those after the moment if it is late. */
  readonly entries: string;
}

/**
 * Few periods have recordings in a month: the entries are found by the dates of these, which the query planner would not
 * choose by itself.
 */
export function buildEntriesOfMonth({ company, at, isLate }: PastMoment, columns: readonly string[]): EntriesOfMonth {
  const month = buildMonth(at);
  const [starts, ends] = [
    `${month}::timestamp AT TIME ZONE 'UTC'`,
    `(${month} + interval '1 month') AT TIME ZONE 'UTC'`,
  ];
  const listColumns = (alias: string): string => columns.map((column) => `${alias}.${column}`).join(', ');
  const isRead = isLate
    ? `o.created_at > ${at} AND o.created_at < ${ends}`
    : `o.created_at >= ${starts} AND o.created_at <= ${at}`;
  const entries = `SELECT ${listColumns('e')} FROM (${buildPeriodsRecorded(company, `= ${month}`)} OFFSET 0) p
      CROSS JOIN LATERAL (SELECT ${listColumns('o')} FROM read.entries o
        WHERE o.company_id = ${company} AND o.entry_date BETWEEN p.starts_on AND p.ends_on AND ${isRead} OFFSET 0) e`;
  return { month, isLate, entries };
}
