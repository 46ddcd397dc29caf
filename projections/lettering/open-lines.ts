import { sql, type AliasedExpression, type Expression } from 'kysely';
import type { MovementLine } from '../ledger/movements.ts';
import { queries } from '../support/compiler.ts';
import { SETTLED_LATER } from './past.ts';

/** What was still to be paid on a day: lines of accounts whose lines settle one another, less what had settled them by then. */

export type OpenLineRow = MovementLine & {
  /** What had been settled by the day: debit is positive, credit negative. */
  readonly settled: string;
  readonly open: string;
};

const LATER = sql.ref(SETTLED_LATER);
const LINE = sql`l.entry_id, l.line_number, l.id, l.company_id, l.account_id, l.third_party_id, l.entry_date, l.debit, l.credit, l.label,
    l.vat_code_id, l.due_date, l.due_on, l.reference, l.layer`;

/**
 * A source of rows: the lines that are open on the day, with the columns of `entry_lines`, where `settled` is what had been
 * settled by that day, and `open` the rest. The condition narrows them, by columns of the line (`l`) and of its account (`a`).
 *
 * Few lines of many are open, and an index knows them as they are now. To those come the ones that were settled later than
 * the day: so the day of today costs next to nothing, and an earlier one what has been settled since. Of an earlier moment these are also the
 * letterings that came since, and against them those that were undone since (`past.ts`): what is open now may have been settled then.
 * Plain SQL, because it is a plan: `OFFSET 0` keeps the database from reading whole tables instead, as it does not know how few
 * lines these are.
 */
export const openLines = (
  companyId: Expression<number>,
  day: Expression<string>,
  isMeant: Expression<boolean> = sql`true`,
): AliasedExpression<OpenLineRow, 'l'> =>
  sql<OpenLineRow>`(
  WITH ${LATER} AS (
    SELECT entry_id, line_number, sum(amount) AS amount FROM read.lettering_lines
    WHERE company_id = ${companyId} AND settled_on > ${day} AND entry_date <= ${day} AND NOT is_undone
    GROUP BY entry_id, line_number HAVING sum(amount) <> 0)
  SELECT ${LINE}, l.settled - coalesce(later.amount, 0) AS settled, l.debit - l.credit - l.settled + coalesce(later.amount, 0) AS open
  FROM (SELECT l.* FROM read.accounts a CROSS JOIN LATERAL (
          SELECT * FROM read.entry_lines l
          WHERE l.company_id = ${companyId} AND l.account_id = a.id AND l.settled <> l.debit - l.credit AND ${isMeant}
          OFFSET 0) AS l
        WHERE a.company_id = ${companyId} AND a.is_letterable AND l.entry_date <= ${day}) AS l
  LEFT JOIN ${LATER} AS later ON later.entry_id = l.entry_id AND later.line_number = l.line_number
  WHERE l.debit - l.credit - l.settled + coalesce(later.amount, 0) <> 0
  UNION ALL
  SELECT ${LINE}, l.settled - later.amount, later.amount
  FROM ${LATER} AS later CROSS JOIN LATERAL (
    SELECT * FROM read.entry_lines l WHERE l.entry_id = later.entry_id AND l.line_number = later.line_number OFFSET 0) AS l
  JOIN read.accounts a ON a.id = l.account_id
  WHERE l.settled = l.debit - l.credit AND a.is_letterable AND ${isMeant})`.as('l');

/** When a line (`l`) of an entry (`e`) is to be paid. */
export const DUE_DATE = sql<string>`coalesce(l.due_date, e.due_date, l.entry_date)`;

/**
 * The same of a line (`l`) alone, for those who look at all that is open. It says so itself, unless the day of its entry was amended: only
 * then, and in tables of a version whose lines did not say it, the entry is asked.
 */
export const DUE_DATE_OF_LINE = sql<string>`CASE
    WHEN l.due_on IS NULL OR EXISTS (SELECT FROM read.earlier_rows x WHERE x.company_id = l.company_id AND x.table_name = 'entries'
      AND x.row_id = l.entry_id AND x.before ? 'due_date')
    THEN coalesce(l.due_date, (SELECT e.due_date FROM read.entries e WHERE e.id = l.entry_id), l.entry_date)
    ELSE l.due_on END`;

/**
 * The entry (`e`) of a line (`l`), to be joined laterally. The database takes open lines for many, because it does not know
 * that most are settled: their entries are found one by one.
 */
export const entryOfLine = queries
  .selectFrom('read.entries')
  .selectAll()
  .where('id', '=', sql.ref<number>('l.entry_id'))
  .offset(0)
  .as('e');
