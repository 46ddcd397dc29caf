import type pg from 'pg';
import type { Queryable } from '../../database/snapshot.ts';
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

const ROW = `SELECT l.id, l.entry_id, l.entry_date, e.due_date, e.number, e.reference, coalesce(l.label, e.label) AS label,
    l.debit, l.credit, e.journal_id, j.code AS journal_code, l.account_id, a.number AS account_number, a.label AS account_label,
    a.labels AS account_labels, ${countsFor('l')} AS third_party_id, p.name AS third_party_name
  FROM read.entry_lines l JOIN read.entries e ON e.id = l.entry_id JOIN read.journals j ON j.id = e.journal_id
  JOIN read.accounts a ON a.id = l.account_id ${joinMerges('l')} LEFT JOIN read.third_parties p ON p.id = ${countsFor('l')}`;
const ORDER = 'ORDER BY l.entry_date, l.entry_id, l.line_number';

export async function movementsOf(
  pool: pg.Pool,
  companyId: number,
  of: LedgerOf,
  filter: MovementFilter,
  page: number,
  perPage: number,
): Promise<Movements> {
  const { where, values, name, owner } = conditions(companyId, of, filter);
  const offset = (page - 1) * perPage;
  const [rows, totals, before, opening] = await Promise.all([
    pool.query<MovementRow>({
      name: `movements-${name}`,
      text: `${ROW} WHERE ${where} ${ORDER} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      values: [...values, perPage, offset],
    }),
    pool.query<{ total: number; debit: string; credit: string }>({
      name: `movement-totals-${name}`,
      text: `SELECT count(*) AS total, coalesce(sum(l.debit), 0)::numeric(20,2) AS debit, coalesce(sum(l.credit), 0)::numeric(20,2) AS credit
             FROM read.entry_lines l WHERE ${where}`,
      values,
    }),
    pool.query<{ balance: string }>({
      name: `movements-before-${name}`,
      text: `SELECT coalesce(sum(debit - credit), 0)::numeric(20,2) AS balance
             FROM (SELECT l.debit, l.credit FROM read.entry_lines l WHERE ${where} ${ORDER} LIMIT $${values.length + 1}) AS earlier`,
      values: [...values, offset],
    }),
    pool.query<{ balance: string }>({
      name: `opening-balance-${name}`,
      text: `SELECT coalesce(sum(l.debit - l.credit), 0)::numeric(20,2) AS balance FROM read.entry_lines l
             WHERE ${owner} AND l.entry_date < $3`,
      values: [values[0], values[1], filter.from ?? '0001-01-01'],
    }),
  ]);
  return {
    rows: rows.rows,
    ...totals.rows[0]!,
    openingBalance: opening.rows[0]!.balance,
    pageBalance: before.rows[0]!.balance,
  };
}

function conditions(companyId: number, of: LedgerOf, { from, to }: MovementFilter) {
  const isAccount = 'accountId' in of;
  const values: unknown[] = [companyId, isAccount ? of.accountId : of.thirdPartyId];
  const owner = `l.company_id = $1 AND ${isAccount ? 'l.account_id = $2' : isCountedFor('l', '$2')}`;
  let where = owner;
  if (from !== undefined) where += ` AND l.entry_date >= $${values.push(from)}`;
  if (to !== undefined) where += ` AND l.entry_date <= $${values.push(to)}`;
  const name = [isAccount ? 'account' : 'third-party', from && 'from', to && 'to'].filter(Boolean).join('-');
  return { owner, where, values, name };
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
          text: 'SELECT period_id, debit, credit FROM read.balances WHERE company_id = $1 AND account_id = $2',
          values: [companyId, accountId],
        }
      : {
          name: 'account-balances-up-to',
          text: `SELECT e.period_id, sum(l.debit) AS debit, sum(l.credit) AS credit
                 FROM read.entry_lines l JOIN read.entries e ON e.id = l.entry_id
                 WHERE l.company_id = $1 AND l.account_id = $2 AND l.entry_date <= $3 GROUP BY e.period_id`,
          values: [companyId, accountId, upTo],
        },
  );
  return rows;
}

/** A condition: a line of the third party `$2` that nothing has settled up to the day `$3`. */
export const IS_OPEN = `l.company_id = $1 AND ${isCountedFor('l', '$2')} AND a.is_letterable AND l.entry_date <= $3`;
/** When an open line is to be paid. */
export const DUE_DATE = 'coalesce(e.due_date, l.entry_date)';

/** Lines of a third party on accounts whose lines settle one another, up to a day; the earliest due first. */
export async function openItemsOf(
  pool: pg.Pool,
  companyId: number,
  thirdPartyId: number,
  asOf: string,
): Promise<MovementRow[]> {
  const { rows } = await pool.query<MovementRow>({
    name: 'open-items-of-third-party',
    text: `${ROW} WHERE ${IS_OPEN} ORDER BY ${DUE_DATE}, l.entry_id, l.line_number`,
    values: [companyId, thirdPartyId, asOf],
  });
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
  return inPortions(db, `movements-${name}`, where, 'l.entry_date', values);
}

/** The same lines as `openItemsOf`, read bit by bit. */
export function eachOpenItem(
  db: Queryable,
  companyId: number,
  thirdPartyId: number,
  asOf: string,
): AsyncGenerator<MovementRow> {
  return inPortions(db, 'open-items', IS_OPEN, DUE_DATE, [companyId, thirdPartyId, asOf]);
}

const PORTION = 1_000;
type PlacedRow = MovementRow & { readonly place: readonly [string, number, number] };

/** Each portion begins behind the last row of the one before, so that none is read twice and none is counted off. */
async function* inPortions(
  db: Queryable,
  name: string,
  where: string,
  first: string,
  values: readonly unknown[],
): AsyncGenerator<MovementRow> {
  const order = `${first}, l.entry_id, l.line_number`;
  const next = values.length + 1;
  const text = `${ROW.replace('SELECT ', `SELECT json_build_array(${order}) AS place, `)}
    WHERE ${where} AND (${order}) > ($${next}::date, $${next + 1}::bigint, $${next + 2}::integer) ORDER BY ${order} LIMIT ${PORTION}`;
  let place: PlacedRow['place'] = ['0001-01-01', 0, 0];
  for (;;) {
    const { rows } = await db.query<PlacedRow>({ name: `each-${name}`, text, values: [...values, ...place] });
    for (const { place: _, ...row } of rows) yield row;
    if (rows.length < PORTION) return;
    place = rows.at(-1)!.place;
  }
}
