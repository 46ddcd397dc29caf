import type pg from 'pg';
import { inSnapshot, type Queryable } from '../../database/snapshot.ts';
import { countsFor, isCountedFor, joinMerges } from '../third-parties/merges.ts';

/** Lines of one account or one third party, oldest first, as a ledger shows them. */

export interface MovementRow {
  readonly id: number;
  readonly entry_id: number;
  readonly entry_date: string;
  readonly due_date: string | null;
  readonly number: number;
  readonly reference: string | null;
  readonly label: string | null;
  readonly debit: string;
  readonly credit: string;
  readonly journal_id: number;
  readonly journal_code: string;
  readonly account_id: number;
  readonly account_number: string;
  readonly account_label: string;
  readonly account_labels: Readonly<Record<string, string>> | null;
  readonly third_party_id: number | null;
  readonly third_party_name: string | null;
  /** Of the letterings that settle it, in full or in part. */
  readonly lettering_codes: readonly string[];
}

/** Whose ledger it is. */
export type LedgerOf = { readonly accountId: number } | { readonly thirdPartyId: number };

export interface MovementFilter {
  readonly from?: string;
  readonly to?: string;
}

export interface Movements {
  readonly rows: readonly MovementRow[];
  readonly total: number;
  /** Debit less credit before the first movement of the filter. */
  readonly openingBalance: string;
  /** The same before the first movement of the page. */
  readonly pageBalance: string;
  readonly debit: string;
  readonly credit: string;
}

/** What is told of a line (`l`); of the letterings that settle it, those that a condition on their lines (`o`) lets through. */
export const movementColumns = (
  lettered = 'true',
): string => `l.id, l.entry_id, l.entry_date, coalesce(l.due_date, e.due_date) AS due_date, e.number,
    coalesce(l.reference, e.reference) AS reference, coalesce(l.label, e.label) AS label,
    l.debit, l.credit, e.journal_id, j.code AS journal_code, l.account_id, a.number AS account_number, a.label AS account_label,
    a.labels AS account_labels, ${countsFor('l')} AS third_party_id, p.name AS third_party_name,
    ARRAY(SELECT g.code FROM read.lettering_lines o JOIN read.letterings g ON g.id = o.lettering_id
      WHERE o.entry_id = l.entry_id AND o.line_number = l.line_number AND NOT o.is_undone AND ${lettered}
      ORDER BY g.id) AS lettering_codes`;
export const MOVEMENT_COLUMNS = movementColumns();
export const movementJoins = (entries: string): string => `${entries} JOIN read.journals j ON j.id = e.journal_id
  JOIN read.accounts a ON a.id = l.account_id ${joinMerges('l')} LEFT JOIN read.third_parties p ON p.id = ${countsFor('l')}`;
export const MOVEMENT_JOINS = movementJoins('JOIN read.entries e ON e.id = l.entry_id');
const FROM = `read.entry_lines l ${MOVEMENT_JOINS}`;
const ORDER = 'ORDER BY l.entry_date, l.entry_id, l.line_number';
/** Income and expenses begin anew with each fiscal year, also while the year before is not closed yet. */
const SINCE_IT_COUNTS = `AND ((SELECT type FROM read.accounts WHERE id = $2) NOT IN ('income', 'expense') OR l.entry_date >=
  (SELECT starts_on FROM read.fiscal_years WHERE company_id = $1 AND deleted_at IS NULL AND $3 BETWEEN starts_on AND ends_on))`;

export async function movementsOf(
  pool: pg.Pool,
  companyId: number,
  of: LedgerOf,
  filter: MovementFilter,
  page: number,
  perPage: number,
): Promise<Movements> {
  const { where, values, name, owner, isAccount } = conditions(companyId, of, filter);
  const offset = (page - 1) * perPage;
  // Of one instant, so that the balances go on from one another while others post.
  return inSnapshot(pool, async (db) => {
    // The lines of the page are found first, so that nothing else is read of those before it.
    const rows = await db.query<MovementRow>({
      name: `movements-${name}`,
      text: `SELECT ${MOVEMENT_COLUMNS} FROM (SELECT * FROM read.entry_lines l WHERE ${where}
               ${ORDER} LIMIT $${values.length + 1} OFFSET $${values.length + 2}) AS l ${MOVEMENT_JOINS} ${ORDER}`,
      values: [...values, perPage, offset],
    });
    const totals = await db.query<{ total: number; debit: string; credit: string }>({
      name: `movement-totals-${name}`,
      text: `SELECT count(*) AS total, coalesce(sum(l.debit), 0)::numeric(20,2) AS debit, coalesce(sum(l.credit), 0)::numeric(20,2) AS credit
             FROM read.entry_lines l WHERE ${where}`,
      values,
    });
    const before = await db.query<{ balance: string }>({
      name: `movements-before-${name}`,
      text: `SELECT coalesce(sum(debit - credit), 0)::numeric(20,2) AS balance
             FROM (SELECT l.debit, l.credit FROM read.entry_lines l WHERE ${where} ${ORDER} LIMIT $${values.length + 1}) AS earlier`,
      values: [...values, offset],
    });
    const opening = await db.query<{ balance: string }>({
      name: `opening-balance-${name}`,
      text: `SELECT coalesce(sum(l.debit - l.credit), 0)::numeric(20,2) AS balance FROM read.entry_lines l
             WHERE ${owner} AND l.entry_date < $3 ${isAccount ? SINCE_IT_COUNTS : ''}`,
      values: [values[0], values[1], filter.from ?? '0001-01-01'],
    });
    return {
      rows: rows.rows,
      ...totals.rows[0]!,
      openingBalance: opening.rows[0]!.balance,
      pageBalance: before.rows[0]!.balance,
    };
  });
}

function conditions(companyId: number, of: LedgerOf, { from, to }: MovementFilter) {
  const isAccount = 'accountId' in of;
  const values: unknown[] = [companyId, isAccount ? of.accountId : of.thirdPartyId];
  // What is carried into a year stands already in the years before: a ledger goes on from them, and does not say it again.
  const owner = `l.company_id = $1 AND l.layer <> 'carried' AND ${isAccount ? 'l.account_id = $2' : isCountedFor('l', '$2')}`;
  let where = owner;
  if (from !== undefined) where += ` AND l.entry_date >= $${values.push(from)}`;
  if (to !== undefined) where += ` AND l.entry_date <= $${values.push(to)}`;
  const name = [isAccount ? 'account' : 'third-party', from && 'from', to && 'to'].filter(Boolean).join('-');
  return { owner, where, values, name, isAccount };
}

export interface PeriodMovement {
  readonly period_id: number;
  readonly debit: string;
  readonly credit: string;
}

/** By period, from the balances that the projector keeps; up to a day, from the lines. */
export async function accountBalances(
  pool: pg.Pool,
  companyId: number,
  accountId: number,
  upTo: string | undefined,
): Promise<PeriodMovement[]> {
  const { rows } = await pool.query<PeriodMovement>(
    upTo === undefined
      ? {
          name: 'account-balances',
          text: `SELECT period_id, sum(debit) AS debit, sum(credit) AS credit FROM read.balances
                 WHERE company_id = $1 AND account_id = $2 AND layer <> 'carried' GROUP BY period_id`,
          values: [companyId, accountId],
        }
      : {
          name: 'account-balances-up-to',
          text: `SELECT e.period_id, sum(l.debit) AS debit, sum(l.credit) AS credit
                 FROM read.entry_lines l JOIN read.entries e ON e.id = l.entry_id
                 WHERE l.company_id = $1 AND l.account_id = $2 AND l.layer <> 'carried' AND l.entry_date <= $3
                 GROUP BY e.period_id`,
          values: [companyId, accountId, upTo],
        },
  );
  return rows;
}

/** All movements of a filter in their order, however many: they are read bit by bit. */
export function eachMovement(
  db: Queryable,
  companyId: number,
  of: LedgerOf,
  filter: MovementFilter,
): AsyncGenerator<MovementRow> {
  const { where, values, name } = conditions(companyId, of, filter);
  return eachRow(db, `movements-${name}`, `SELECT ${MOVEMENT_COLUMNS}`, FROM, where, 'l.entry_date', values);
}

const PORTION = 1_000;
type Place = readonly [date: string, entryId: number, lineNumber: number];

/**
 * Rows of lines (`l`), by a date and then as they were posted. Each portion begins behind the last row of the one before, so
 * that none is read twice and none is counted off.
 */
export async function* eachRow<Row extends object>(
  db: Queryable,
  name: string,
  select: string,
  from: string,
  where: string,
  first: string,
  values: readonly unknown[],
  portion = PORTION,
): AsyncGenerator<Row> {
  const order = `${first}, l.entry_id, l.line_number`;
  const next = values.length + 1;
  const text = `${select}, json_build_array(${order}) AS place FROM ${from}
    WHERE ${where} AND (${order}) > ($${next}::date, $${next + 1}::bigint, $${next + 2}::integer) ORDER BY ${order} LIMIT ${portion}`;
  let behind: Place = ['0001-01-01', 0, 0];
  for (;;) {
    const { rows } = await db.query<Row & { place: Place }>({
      name: `each-${name}`,
      text,
      values: [...values, ...behind],
    });
    for (const { place, ...row } of rows) {
      behind = place;
      yield row as unknown as Row;
    }
    if (rows.length < portion) return;
  }
}
