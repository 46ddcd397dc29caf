import { sql, type AliasedExpression, type Expression } from 'kysely';
import type { MovementLine } from '../ledger/movements.ts';
import { queries } from '../support/compiler.ts';
import { markCompanyRows } from '../support/file-joins.ts';
import { SETTLED_LATER } from './past.ts';

/** Amounts still unpaid on a day: lines of letterable accounts, minus the amounts settled by then. */

export type OpenLineRow = MovementLine & {
  /** Amount settled by that day: debit positive, credit negative. */
  readonly settled: string;
  readonly open: string;
  /** The same two in the currency of the line; null without one. */
  readonly currency_settled: string | null;
  readonly currency_open: string | null;
};

const LATER = sql.ref(SETTLED_LATER);
const LINE = sql`l.entry_id, l.line_number, l.id, l.company_id, l.account_id, l.third_party_id, l.entry_date, l.debit, l.credit, l.label,
    l.vat_code_id, l.due_date, l.due_on, l.reference, l.layer, l.currency, l.currency_amount`;
/** Null for a line without currency. */
const CURRENCY_SETTLED = sql`l.currency_settled - coalesce(later.currency_amount, 0)`;
const IN_CURRENCY = sql`${CURRENCY_SETTLED} AS currency_settled, l.currency_amount - (${CURRENCY_SETTLED}) AS currency_open`;

/**
 * A source of rows: the lines open on the day, with the columns of `entry_lines`, where `settled` is the amount settled
 * by that day and `open` the rest. The condition filters them by columns of the line (`l`) and of its account (`a`).
 *
 * Few lines are open, and an index covers those open now. The lines settled after the day are added: so today costs next
 * to nothing, and an earlier day costs what has been settled since. For an earlier moment these include the letterings
 * made since, offset by those undone since (`past.ts`): a line open now may have been settled then. Plain SQL, because it
 * is a query plan: `OFFSET 0` keeps the database from reading whole tables instead, as it does not know how few lines
 * these are.
 */
export const selectOpenLines = (
  companyId: Expression<number>,
  day: Expression<string>,
  isMeant: Expression<boolean> = sql`true`,
): AliasedExpression<OpenLineRow, 'l'> =>
  markCompanyRows(sql<OpenLineRow>`(
  WITH ${LATER} AS (
    SELECT entry_id, line_number, sum(amount) AS amount, sum(currency_amount) AS currency_amount FROM read.lettering_lines
    WHERE company_id = ${companyId} AND settled_on > ${day} AND entry_date <= ${day} AND NOT is_undone
    GROUP BY entry_id, line_number HAVING sum(amount) <> 0)
  SELECT ${LINE}, l.settled - coalesce(later.amount, 0) AS settled, l.debit - l.credit - l.settled + coalesce(later.amount, 0) AS open,
    ${IN_CURRENCY}
  FROM (SELECT l.* FROM read.accounts a CROSS JOIN LATERAL (
          SELECT * FROM read.entry_lines l
          WHERE l.company_id = ${companyId} AND l.account_id = a.id AND l.settled <> l.debit - l.credit AND ${isMeant}
          OFFSET 0) AS l
        WHERE a.company_id = ${companyId} AND a.is_letterable AND l.entry_date <= ${day}) AS l
  LEFT JOIN ${LATER} AS later ON later.entry_id = l.entry_id AND later.line_number = l.line_number
  WHERE l.debit - l.credit - l.settled + coalesce(later.amount, 0) <> 0
  UNION ALL
  SELECT ${LINE}, l.settled - later.amount, later.amount, ${IN_CURRENCY}
  FROM ${LATER} AS later CROSS JOIN LATERAL (
    SELECT * FROM read.entry_lines l WHERE l.company_id = ${companyId} AND l.entry_id = later.entry_id AND l.line_number = later.line_number OFFSET 0) AS l
  JOIN read.accounts a ON a.company_id = l.company_id AND a.id = l.account_id
  WHERE l.settled = l.debit - l.credit AND a.is_letterable AND ${isMeant})`).as('l');

/** Due date of a line (`l`) of an entry (`e`). */
export const DUE_DATE = sql<string>`coalesce(l.due_date, e.due_date, l.entry_date)`;

/**
 * Due date from a line (`l`) alone, for reads of all open lines. The line stores it, unless the due date of its entry was
 * amended: only then, and in tables of a version without that column, the entry is read.
 */
export const DUE_DATE_OF_LINE = sql<string>`CASE
    WHEN l.due_on IS NULL OR EXISTS (SELECT FROM read.earlier_rows x WHERE x.company_id = l.company_id AND x.table_name = 'entries'
      AND x.row_id = l.entry_id AND x.before ? 'due_date')
    THEN coalesce(l.due_date, (SELECT e.due_date FROM read.entries e WHERE e.company_id = l.company_id AND e.id = l.entry_id), l.entry_date)
    ELSE l.due_on END`;

/**
 * The entry (`e`) of a line (`l`), for a lateral join. The database overestimates the number of open lines, because it
 * does not know that most are settled: their entries are found one by one.
 */
export const entryOfLine = queries
  .selectFrom('read.entries as o')
  .selectAll()
  .where('o.id', '=', sql.ref<number>('l.entry_id'))
  .offset(0)
  .as('e');
