import type pg from 'pg';
import type { LetteringOrigin } from '../../domain/lettering/lettering-events.ts';
import { countsFor, isCountedFor, joinMerges } from '../third-parties/merges.ts';

/** A line as a lettering, or a proposal for one, shows it. */
export interface LineDetails {
  readonly line_id: number;
  readonly entry_id: number;
  readonly entry_date: string;
  readonly due_date: string | null;
  readonly number: number;
  readonly journal_id: number;
  readonly journal_code: string;
  readonly reference: string | null;
  readonly label: string | null;
  readonly debit: string;
  readonly credit: string;
  readonly references: readonly string[];
  readonly labels: readonly string[];
}

export interface LetteredLineRow extends LineDetails {
  readonly amount: string;
}

export interface LetteringRow {
  readonly id: number;
  readonly code: string;
  readonly account_id: number;
  readonly account_number: string;
  readonly account_label: string;
  readonly account_labels: Readonly<Record<string, string>> | null;
  readonly third_party_id: number | null;
  readonly third_party_name: string | null;
  readonly settled_on: string;
  readonly total: string;
  readonly origin: LetteringOrigin;
  readonly reason: string | null;
  readonly difference_entry_id: number | null;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: string | null;
  readonly lines: readonly LetteredLineRow[];
}

const HEADS = `SELECT g.id, g.code, g.account_id, a.number AS account_number, a.label AS account_label, a.labels AS account_labels,
    ${countsFor('g')} AS third_party_id, p.name AS third_party_name, g.settled_on, g.total, g.origin, g.reason, g.difference_entry_id,
    g.version, g.created_at, g.updated_at, g.deleted_at
  FROM read.letterings g JOIN read.accounts a ON a.id = g.account_id ${joinMerges('g')}
  LEFT JOIN read.third_parties p ON p.id = ${countsFor('g')}`;

const DETAILS = `l.id AS line_id, l.entry_id, l.entry_date, coalesce(l.due_date, e.due_date) AS due_date, e.number, e.journal_id,
    j.code AS journal_code, coalesce(l.reference, e.reference) AS reference, coalesce(l.label, e.label) AS label, l.debit, l.credit,
    array_remove(ARRAY[l.reference, e.reference], NULL) AS "references", array_remove(ARRAY[l.label, e.label], NULL) AS labels`;
const OF_ENTRY = `JOIN read.entries e ON e.id = l.entry_id JOIN read.journals j ON j.id = e.journal_id`;

/** Also those that were undone. */
export async function letteringsByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<LetteringRow[]> {
  const { rows } = await pool.query<LetteringRow>({
    name: 'letterings-by-ids',
    text: `${HEADS} WHERE g.company_id = $1 AND g.id = ANY($2::bigint[]) ORDER BY g.id`,
    values: [companyId, ids],
  });
  return withLines(pool, rows);
}

export interface LetteringFilter {
  readonly account_id?: number;
  readonly third_party_id?: number;
}

/** Those in force, the newest first. */
export async function listLetterings(
  pool: pg.Pool,
  companyId: number,
  { account_id, third_party_id }: LetteringFilter,
  page: number,
  perPage: number,
): Promise<{ readonly rows: readonly LetteringRow[]; readonly total: number }> {
  const values: unknown[] = [companyId];
  let where = 'g.company_id = $1 AND g.deleted_at IS NULL';
  if (account_id !== undefined) where += ` AND g.account_id = $${values.push(account_id)}`;
  if (third_party_id !== undefined) where += ` AND ${isCountedFor('g', `$${values.push(third_party_id)}`)}`;
  const name = [account_id && 'account', third_party_id && 'third-party'].filter(Boolean).join('-');
  const [heads, count] = await Promise.all([
    pool.query<LetteringRow>({
      name: `letterings-${name}`,
      text: `${HEADS} WHERE ${where} ORDER BY g.id DESC LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      values: [...values, perPage, (page - 1) * perPage],
    }),
    pool.query<{ total: number }>({
      name: `count-letterings-${name}`,
      text: `SELECT count(*) AS total FROM read.letterings g WHERE ${where}`,
      values,
    }),
  ]);
  return { rows: await withLines(pool, heads.rows), total: count.rows[0]!.total };
}

async function withLines(pool: pg.Pool, heads: readonly LetteringRow[]): Promise<LetteringRow[]> {
  if (heads.length === 0) return [];
  const { rows } = await pool.query<LetteredLineRow & { readonly lettering_id: number }>({
    name: 'lines-of-letterings',
    text: `SELECT o.lettering_id, o.amount, ${DETAILS}
           FROM read.lettering_lines o JOIN read.entry_lines l ON l.entry_id = o.entry_id AND l.line_number = o.line_number ${OF_ENTRY}
           WHERE o.lettering_id = ANY($1::bigint[]) ORDER BY o.lettering_id, l.entry_date, l.entry_id, l.line_number`,
    values: [heads.map(({ id }) => id)],
  });
  const byLettering = new Map<number, LetteredLineRow[]>(heads.map(({ id }) => [id, []]));
  for (const { lettering_id, ...line } of rows) byLettering.get(lettering_id)!.push(line);
  return heads.map((head) => ({ ...head, lines: byLettering.get(head.id)! }));
}

export async function lineDetails(
  pool: pg.Pool,
  companyId: number,
  lineIds: readonly number[],
): Promise<ReadonlyMap<number, LineDetails>> {
  const { rows } = await pool.query<LineDetails>({
    name: 'details-of-lines',
    text: `SELECT ${DETAILS} FROM read.entry_lines l ${OF_ENTRY} WHERE l.company_id = $1 AND l.id = ANY($2::bigint[])`,
    values: [companyId, lineIds],
  });
  return new Map(rows.map((row) => [row.line_id, row]));
}

export interface OwnerRow {
  readonly id: number;
  readonly number: string;
  readonly label: string;
  readonly labels: Readonly<Record<string, string>> | null;
}

/** Accounts and third parties by their ids, as a proposal names them. */
export async function namesOf(
  pool: pg.Pool,
  companyId: number,
  accountIds: readonly number[],
  thirdPartyIds: readonly number[],
): Promise<{ readonly accounts: ReadonlyMap<number, OwnerRow>; readonly thirdParties: ReadonlyMap<number, string> }> {
  const [accounts, thirdParties] = await Promise.all([
    pool.query<OwnerRow>({
      name: 'names-of-accounts',
      text: 'SELECT id, number, label, labels FROM read.accounts WHERE company_id = $1 AND id = ANY($2::bigint[])',
      values: [companyId, accountIds],
    }),
    pool.query<{ id: number; name: string }>({
      name: 'names-of-third-parties',
      text: 'SELECT id, name FROM read.third_parties WHERE company_id = $1 AND id = ANY($2::bigint[])',
      values: [companyId, thirdPartyIds],
    }),
  ]);
  return {
    accounts: new Map(accounts.rows.map((row) => [row.id, row])),
    thirdParties: new Map(thirdParties.rows.map(({ id, name }) => [id, name])),
  };
}
