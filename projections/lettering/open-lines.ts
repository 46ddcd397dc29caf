import { sql, type AliasedExpression, type Expression, type RawBuilder } from 'kysely';
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
/** What open amounts are added up by. */
const KEYS = sql`l.entry_id, l.line_number, l.company_id, l.account_id, l.third_party_id, l.entry_date, l.due_date, l.due_on`;

interface Amounts {
  /** Settled after the day: in the currency of the company file, and in that of the line. */
  readonly later: RawBuilder<unknown>;
  readonly currencyLater: RawBuilder<unknown>;
}

const OPEN_NOW: Amounts = { later: sql`0`, currencyLater: sql`0` };
const OPENED_AGAIN: Amounts = { later: sql`l.later`, currencyLater: sql`coalesce(l.currency_later, 0)` };

const buildOpen = ({ later }: Amounts): RawBuilder<unknown> => sql`l.debit - l.credit - l.settled + ${later}`;
/** Null for a line without currency. */
const buildCurrencyOpen = ({ currencyLater }: Amounts): RawBuilder<unknown> =>
  sql`l.currency_amount - (l.currency_settled - ${currencyLater})`;

/** A part of a union: the database computes all of its columns, whichever are read. */
type SelectColumns = (amounts: Amounts) => RawBuilder<unknown>;

const selectAllColumns: SelectColumns = (amounts) =>
  sql`${LINE}, l.settled - ${amounts.later} AS settled, ${buildOpen(amounts)} AS open,
    l.currency_settled - ${amounts.currencyLater} AS currency_settled, ${buildCurrencyOpen(amounts)} AS currency_open`;

const selectOpenAmounts: SelectColumns = (amounts) =>
  sql`${KEYS}, ${buildOpen(amounts)} AS open, ${buildCurrencyOpen(amounts)} AS currency_open`;

/**
 * The lines open on the day. The condition filters them by columns of the line (`l`) and of its account (`a`).
 *
 * Few lines are open, and an index covers those open now. The lines settled after the day are added: so today costs next
 * to nothing, and an earlier day costs what has been settled since. For an earlier moment these include the letterings
 * made since, offset by those undone since (`past.ts`): a line open now may have been settled then. Plain SQL, because it
 * is a query plan: `OFFSET 0` keeps the database from reading whole tables instead, as it does not know how few lines
 * these are, and the two parts are no join, because it would sort the many lines into a table and not the few.
 */
const buildOpenLines = (
  selectColumns: SelectColumns,
  companyId: Expression<number>,
  day: Expression<string>,
  isMeant: Expression<boolean> = sql`true`,
) => sql`(
  WITH ${LATER} AS MATERIALIZED (
    SELECT entry_id, line_number, sum(amount) AS amount, sum(currency_amount) AS currency_amount FROM read.lettering_lines
    WHERE company_id = ${companyId} AND settled_on > ${day} AND entry_date <= ${day} AND NOT is_undone
    GROUP BY entry_id, line_number HAVING sum(amount) <> 0),
  letterable AS MATERIALIZED (SELECT * FROM read.accounts WHERE company_id = ${companyId} AND is_letterable)
  SELECT ${selectColumns(OPEN_NOW)}
  FROM letterable AS a CROSS JOIN LATERAL (
    SELECT * FROM read.entry_lines l
    WHERE l.company_id = ${companyId} AND l.account_id = a.id AND l.settled <> l.debit - l.credit AND ${isMeant}
    OFFSET 0) AS l
  WHERE l.entry_date <= ${day} AND (l.entry_id, l.line_number) NOT IN (SELECT entry_id, line_number FROM ${LATER})
  UNION ALL
  SELECT ${selectColumns(OPENED_AGAIN)}
  FROM (SELECT l.*, later.amount AS later, later.currency_amount AS currency_later FROM ${LATER} AS later CROSS JOIN LATERAL (
          SELECT * FROM read.entry_lines l WHERE l.company_id = ${companyId} AND l.entry_id = later.entry_id AND l.line_number = later.line_number
          OFFSET 0) AS l
        OFFSET 0) AS l
  JOIN letterable AS a ON a.id = l.account_id
  WHERE ${buildOpen(OPENED_AGAIN)} <> 0 AND ${isMeant})`;

/**
 * A source of rows: the lines open on a day, with the columns of `entry_lines`, where `settled` is the amount settled by
 * that day and `open` the rest.
 */
export const selectOpenLines = (
  companyId: Expression<number>,
  day: Expression<string>,
  isMeant?: Expression<boolean>,
): AliasedExpression<OpenLineRow, 'l'> =>
  markCompanyRows(buildOpenLines(selectAllColumns, companyId, day, isMeant).$castTo<OpenLineRow>()).as('l');

/** What `KEYS` names, with the open amounts. */
export type OpenAmountRow = Pick<
  OpenLineRow,
  | 'entry_id'
  | 'line_number'
  | 'company_id'
  | 'account_id'
  | 'third_party_id'
  | 'entry_date'
  | 'due_date'
  | 'due_on'
  | 'open'
  | 'currency_open'
>;

/** The same without what is shown of a line, for sums over very many. */
export const selectOpenAmountLines = (
  companyId: Expression<number>,
  day: Expression<string>,
  isMeant?: Expression<boolean>,
): AliasedExpression<OpenAmountRow, 'l'> =>
  markCompanyRows(buildOpenLines(selectOpenAmounts, companyId, day, isMeant).$castTo<OpenAmountRow>()).as('l');

/** Due date of a line (`l`) of an entry (`e`). */
export const DUE_DATE = sql<string>`coalesce(l.due_date, e.due_date, l.entry_date)`;

/** For a line (`l`): its due date, unless `isAmended`. The line stores it, but not in tables of a version without that column. */
const buildDueDate = (isAmended: Expression<boolean>): RawBuilder<string> => sql`CASE
    WHEN l.due_on IS NULL OR ${isAmended}
    THEN coalesce(l.due_date, (SELECT e.due_date FROM read.entries e WHERE e.company_id = l.company_id AND e.id = l.entry_id), l.entry_date)
    ELSE l.due_on END`;

/**
 * Due date from a line (`l`) alone, for reads of all open lines. Only if the due date of its entry was amended, the entry
 * is read.
 */
export const DUE_DATE_OF_LINE =
  buildDueDate(sql`EXISTS (SELECT FROM read.earlier_rows x WHERE x.company_id = l.company_id AND x.table_name = 'entries'
      AND x.row_id = l.entry_id AND x.before ? 'due_date')`);

/** The same for very many lines: the amended entries are found once, and not for each line. */
export const buildDueDateOfMany = (companyId: Expression<number>): RawBuilder<string> =>
  buildDueDate(sql`l.entry_id IN (SELECT x.row_id FROM read.earlier_rows x WHERE x.company_id = ${companyId} AND x.table_name = 'entries'
      AND x.before ? 'due_date')`);

/**
 * A source of rows: lines with their open amounts (`open`, `currency_open`), as `selectOpenLines` returns them. Given are
 * their keys with these amounts and the due date: few lines are shown of the many that are added up.
 */
export const completeOpenLines = (
  keys: Expression<Pick<OpenLineRow, 'company_id' | 'entry_id' | 'line_number' | 'open' | 'currency_open'>>,
): AliasedExpression<OpenLineRow & { readonly due: string }, 'l'> =>
  markCompanyRows(sql<OpenLineRow & { readonly due: string }>`(
  SELECT ${LINE}, l.debit - l.credit - k.open AS settled, k.open, l.currency_amount - k.currency_open AS currency_settled, k.currency_open, k.due
  FROM ${keys} AS k CROSS JOIN LATERAL (
    SELECT * FROM read.entry_lines l WHERE l.company_id = k.company_id AND l.entry_id = k.entry_id AND l.line_number = k.line_number OFFSET 0) AS l)`).as(
    'l',
  );

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
