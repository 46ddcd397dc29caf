import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
import { eachRow, movementColumns, movementJoins, type MovementRow } from '../ledger/movements.ts';
import { isCountedFor } from '../third-parties/merges.ts';

/** What was still to be paid on a day: lines of accounts whose lines settle one another, less what had settled them by then. */

/** The company file is `$1` and the day `$2` in every statement here. */
const DAY = '$2::date';

/**
 * A source of rows: the lines that are open on the day `$2`, with all columns of `entry_lines`, where `settled` is what had
 * been settled by that day, and `open` the rest. `where` narrows them, by columns of the line (`l`) and of its account (`a`).
 *
 * Few lines of many are open, and an index knows them as they are now. To those come the ones that were settled later than
 * the day: so the day of today costs next to nothing, and an earlier one what has been settled since. `OFFSET 0` keeps the
 * database from reading whole tables instead, because it does not know how few lines these are.
 */
export const openLines = (where = 'true'): string => `(
  WITH later AS (
    SELECT entry_id, line_number, sum(amount) AS amount FROM read.lettering_lines
    WHERE company_id = $1 AND settled_on > ${DAY} AND entry_date <= ${DAY} AND NOT is_undone GROUP BY entry_id, line_number)
  SELECT ${LINE}, l.settled - coalesce(later.amount, 0) AS settled, l.debit - l.credit - l.settled + coalesce(later.amount, 0) AS open
  FROM (SELECT l.* FROM read.accounts a CROSS JOIN LATERAL (
          SELECT * FROM read.entry_lines l
          WHERE l.company_id = $1 AND l.account_id = a.id AND l.settled <> l.debit - l.credit AND ${where}
          OFFSET 0) AS l
        WHERE a.company_id = $1 AND a.is_letterable AND l.entry_date <= ${DAY}) AS l
  LEFT JOIN later ON later.entry_id = l.entry_id AND later.line_number = l.line_number
  UNION ALL
  SELECT ${LINE}, l.settled - later.amount, later.amount
  FROM later CROSS JOIN LATERAL (
    SELECT * FROM read.entry_lines l WHERE l.entry_id = later.entry_id AND l.line_number = later.line_number OFFSET 0) AS l
  JOIN read.accounts a ON a.id = l.account_id
  WHERE l.settled = l.debit - l.credit AND a.is_letterable AND ${where})`;

const LINE = `l.entry_id, l.line_number, l.id, l.company_id, l.account_id, l.third_party_id, l.entry_date, l.debit, l.credit, l.label,
    l.vat_code_id, l.due_date, l.reference, l.layer`;

/** When a line (`l`) of an entry (`e`) is to be paid. */
export const DUE_DATE = 'coalesce(l.due_date, e.due_date, l.entry_date)';

export interface OpenItemRow extends MovementRow {
  /** What had been settled by the day: debit is positive, credit negative. */
  readonly settled: string;
  readonly open: string;
}

export interface OpenItemFilter {
  readonly as_of: string;
  /** By the third party; of lines without one, by the role of their account. */
  readonly type?: 'customer' | 'supplier';
  readonly account_id?: number;
  readonly third_party_id?: number;
  readonly due_before?: string;
}

export interface OpenItemTotals {
  readonly total: number;
  readonly debit: string;
  readonly credit: string;
  readonly balance: string;
  readonly overdue: string;
}

export interface OpenItemPage extends OpenItemTotals {
  readonly rows: readonly OpenItemRow[];
}

/** The database takes open lines for many, because it does not know that most are settled: their entries are found one by one. */
export const JOIN_ENTRY = 'CROSS JOIN LATERAL (SELECT * FROM read.entries WHERE id = l.entry_id OFFSET 0) AS e';
const JOINS = movementJoins(JOIN_ENTRY);
const SELECT = `SELECT ${movementColumns(`o.settled_on <= ${DAY}`)}, l.settled, l.open`;
const ORDER = `${DUE_DATE}, l.entry_id, l.line_number`;

/** The earliest due first, and what all of them come to. */
export async function listOpenItems(
  pool: pg.Pool,
  companyId: number,
  filter: OpenItemFilter,
  page: number,
  perPage: number,
): Promise<OpenItemPage> {
  const { source, joins, where, values, name } = statementFor(companyId, filter);
  const [rows, totals] = await Promise.all([
    pool.query<OpenItemRow>({
      name: `open-items-${name}`,
      text: `${SELECT} FROM (SELECT l.* FROM ${source} AS l ${joins} ${where}
               ORDER BY ${ORDER} LIMIT $${values.length + 1} OFFSET $${values.length + 2}) AS l ${JOINS} ORDER BY ${ORDER}`,
      values: [...values, perPage, (page - 1) * perPage],
    }),
    pool.query<OpenItemTotals>({
      name: `open-item-totals-${name}`,
      text: `SELECT count(*) AS total, ${sumOf('l.open', 'l.open > 0')} AS debit, ${sumOf('-l.open', 'l.open < 0')} AS credit,
               ${sumOf('l.open', 'true')} AS balance, ${sumOf('l.open', `${DUE_DATE} < ${DAY}`)} AS overdue
             FROM ${source} AS l ${joins} ${where}`,
      values,
    }),
  ]);
  return { rows: rows.rows, ...totals.rows[0]! };
}

/** What is open is found anew for each portion, so that there are few of them. */
const PORTION = 5_000;

/** Those of a third party, read bit by bit. */
export function eachOpenItem(
  db: Queryable,
  companyId: number,
  thirdPartyId: number,
  asOf: string,
): AsyncGenerator<OpenItemRow> {
  const { source, values } = statementFor(companyId, { as_of: asOf, third_party_id: thirdPartyId });
  const from = `${source} AS l ${JOINS}`;
  return eachRow(db, 'open-items', SELECT, from, 'true', DUE_DATE, values, PORTION);
}

/** The first ones of a third party. */
export async function openItemsOf(
  pool: pg.Pool,
  companyId: number,
  thirdPartyId: number,
  asOf: string,
  limit: number,
): Promise<OpenItemRow[]> {
  const { source, values } = statementFor(companyId, { as_of: asOf, third_party_id: thirdPartyId });
  const { rows } = await pool.query<OpenItemRow>({
    name: 'open-items-of-third-party',
    text: `${SELECT} FROM ${source} AS l ${JOINS} ORDER BY ${ORDER} LIMIT $${values.length + 1}`,
    values: [...values, limit],
  });
  return rows;
}

const sumOf = (amount: string, condition: string): string =>
  `coalesce(sum(${amount}) FILTER (WHERE ${condition}), 0)::numeric(20,2)`;

/** What concerns the lines alone narrows them in the index; the rest needs their entries and third parties. */
function statementFor(companyId: number, { as_of, type, account_id, third_party_id, due_before }: OpenItemFilter) {
  const values: unknown[] = [companyId, as_of];
  const next = (value: unknown): string => `$${values.push(value)}`;
  const ofLine: string[] = [];
  if (account_id !== undefined) ofLine.push(`l.account_id = ${next(account_id)}::bigint`);
  if (third_party_id !== undefined) ofLine.push(isCountedFor('l', next(third_party_id)));
  const others: string[] = [];
  if (type !== undefined) others.push(`coalesce(p.type, a.control_role) = ${next(type)}`);
  if (due_before !== undefined) others.push(`${DUE_DATE} < ${next(due_before)}::date`);
  const given = { account_id, third_party_id, type, due_before };
  const name = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([field]) => field)
    .join('-');
  return {
    source: openLines(ofLine.join(' AND ') || 'true'),
    /** What the condition and the order need. */
    joins: type === undefined ? JOIN_ENTRY : JOINS,
    where: others.length > 0 ? `WHERE ${others.join(' AND ')}` : '',
    values,
    name,
  };
}

/** The open lines of the third party that `$3` names. */
export const OPEN_OF_THIRD_PARTY = openLines(isCountedFor('l', '$3'));
