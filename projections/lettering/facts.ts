import type pg from 'pg';
import type { LetteringFacts } from '../../domain/ledger/entry-facts.ts';
import type { LetteredLine } from '../../domain/lettering/lettering-events.ts';
import type { LineToLetter } from '../../domain/lettering/lettering.ts';
import type { OpenLine } from '../../domain/lettering/open-line.ts';
import { countsFor, isCountedFor, joinMerges } from '../third-parties/merges.ts';
import { DUE_DATE, JOIN_ENTRY } from './open-items.ts';

/** What decisions about letterings need: lines as they are now, and letterings in force. */

const OPEN_LINE = `l.id AS line_id, l.entry_id, l.line_number, l.account_id, ${countsFor('l')} AS third_party_id, l.entry_date,
    ${DUE_DATE} AS due_date, l.debit - l.credit - l.settled AS open,
    array_remove(ARRAY[l.reference, e.reference], NULL) AS "references", array_remove(ARRAY[l.label, e.label], NULL) AS labels`;

/** Lines of the company file among those named, open or not. */
export async function linesToLetter(
  pool: pg.Pool,
  companyId: number,
  lineIds: readonly number[],
): Promise<LineToLetter[]> {
  const { rows } = await pool.query<LineToLetter>({
    name: 'lines-to-letter',
    text: `SELECT ${OPEN_LINE}, l.layer <> 'carried' AS "isItem"
           FROM read.entry_lines l JOIN read.entries e ON e.id = l.entry_id ${joinMerges('l')}
           WHERE l.company_id = $1 AND l.id = ANY($2::bigint[]) ORDER BY l.entry_id, l.line_number`,
    values: [companyId, lineIds],
  });
  return rows;
}

export interface AutomaticFilter {
  readonly account_id?: number;
  readonly third_party_id?: number;
  /** Lines of later days are left alone. */
  readonly as_of?: string;
}

/**
 * Everything that is open now, those of one account and third party next to one another. More than `limit` are not read: the
 * last account and third party that are not there as a whole are left out, unless there is nothing else.
 */
export async function openLinesNow(
  pool: pg.Pool,
  companyId: number,
  { account_id, third_party_id, as_of }: AutomaticFilter,
  limit: number,
): Promise<{ readonly lines: readonly OpenLine[]; readonly isComplete: boolean }> {
  const values: unknown[] = [companyId];
  const next = (value: unknown): string => `$${values.push(value)}`;
  const account = account_id === undefined ? '' : `AND a.id = ${next(account_id)}`;
  const thirdParty = third_party_id === undefined ? '' : `AND ${isCountedFor('l', next(third_party_id))}`;
  const day = as_of === undefined ? '' : `AND l.entry_date <= ${next(as_of)}`;
  const { rows } = await pool.query<OpenLine>(
    `SELECT ${OPEN_LINE} FROM read.accounts a CROSS JOIN LATERAL (
       SELECT * FROM read.entry_lines l
       WHERE l.company_id = $1 AND l.account_id = a.id AND l.settled <> l.debit - l.credit ${thirdParty} OFFSET 0) AS l
     ${JOIN_ENTRY} ${joinMerges('l')}
     WHERE a.company_id = $1 AND a.is_letterable ${account} ${day}
     ORDER BY l.account_id, ${countsFor('l')}, l.entry_date, l.entry_id, l.line_number LIMIT ${next(limit + 1)}`,
    values,
  );
  if (rows.length <= limit) return { lines: rows, isComplete: true };
  const last = rows.pop()!;
  const isOfLast = (line: OpenLine) =>
    line.account_id === last.account_id && line.third_party_id === last.third_party_id;
  const whole = rows.filter((line) => !isOfLast(line));
  return { lines: whole.length > 0 ? whole : rows, isComplete: false };
}

export interface LetteringInForce extends LetteringFacts {
  readonly difference_entry_id: number | null;
}

export async function letteringInForce(
  pool: pg.Pool,
  companyId: number,
  id: number,
): Promise<LetteringInForce | undefined> {
  const { rows } = await pool.query<Omit<LetteringInForce, 'id' | 'lines'> & LetteredLine>({
    name: 'lettering-in-force',
    text: `SELECT g.version, g.difference_entry_id, o.line_id, o.entry_id, o.line_number, o.amount
           FROM read.letterings g JOIN read.lettering_lines o ON o.lettering_id = g.id
           WHERE g.company_id = $1 AND g.id = $2 AND g.deleted_at IS NULL ORDER BY o.entry_id, o.line_number`,
    values: [companyId, id],
  });
  const [first] = rows;
  if (!first) return undefined;
  const lines = rows.map(({ line_id, entry_id, line_number, amount }) => ({ line_id, entry_id, line_number, amount }));
  return { id, version: first.version, difference_entry_id: first.difference_entry_id, lines };
}
