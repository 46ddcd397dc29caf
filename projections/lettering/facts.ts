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

/** How many open lines are looked at together. */
export interface PortionSize {
  /** Of several accounts and third parties, each as a whole. */
  readonly usual: number;
  /** Of one account and third party that has more. */
  readonly largest: number;
}

/** A line in the order of accounts, third parties and dates. */
export type PlaceOfLine = readonly [
  accountId: number,
  thirdPartyId: number,
  entryDate: string,
  entryId: number,
  lineNumber: number,
];

export interface Portion {
  readonly lines: readonly OpenLine[];
  /** The next portion begins behind this line; null: there is none. */
  readonly next: PlaceOfLine | null;
}

/** Stands for no third party, and behind all of them. */
const NOBODY = Number.MAX_SAFE_INTEGER;
const PLACE = `l.account_id, coalesce(${countsFor('l')}, ${NOBODY}), l.entry_date, l.entry_id, l.line_number`;

/**
 * What is open now, a portion behind a place, those of one account and third party together. One that has more than the
 * largest portion comes in several, each of which begins half way through the one before: so only lines that lie very far
 * apart never meet.
 */
export async function openLinesBehind(
  pool: pg.Pool,
  companyId: number,
  filter: AutomaticFilter,
  behind: PlaceOfLine | null,
  { usual, largest }: PortionSize,
): Promise<Portion> {
  const some = await readOpenLines(pool, companyId, filter, behind, usual + 1);
  const whole = wholePortion(some, usual);
  if (whole) return whole;
  const many = await readOpenLines(pool, companyId, filter, behind, largest + 1);
  return (
    wholePortion(many, largest) ?? { lines: many.slice(0, largest), next: placeOf(many[Math.floor(largest / 2)]!) }
  );
}

/** Without the last account and third party, which may go on; null when there is no other. */
function wholePortion(lines: readonly OpenLine[], limit: number): Portion | null {
  if (lines.length <= limit) return { lines, next: null };
  const last = lines.at(-1)!;
  const end = lines.findIndex(
    (line) => line.account_id === last.account_id && line.third_party_id === last.third_party_id,
  );
  return end === 0 ? null : { lines: lines.slice(0, end), next: placeOf(lines[end - 1]!) };
}

const placeOf = ({ account_id, third_party_id, entry_date, entry_id, line_number }: OpenLine): PlaceOfLine => [
  account_id,
  third_party_id ?? NOBODY,
  entry_date,
  entry_id,
  line_number,
];

async function readOpenLines(
  pool: pg.Pool,
  companyId: number,
  filter: AutomaticFilter,
  behind: PlaceOfLine | null,
  limit: number,
): Promise<OpenLine[]> {
  const { from, values } = openNow(companyId, filter);
  const next = (value: unknown): string => `$${values.push(value)}`;
  const rest =
    behind === null
      ? ''
      : `AND a.id >= ${next(behind[0])} AND (${PLACE}) > (${next(behind[0])}, ${next(behind[1])}::bigint, ${next(behind[2])}::date, ${next(behind[3])}, ${next(behind[4])})`;
  // The lines of the portion are found first, and only their entries are read.
  const { rows } = await pool.query<OpenLine>(
    `SELECT ${OPEN_LINE} FROM (SELECT l.* ${from} ${rest} ORDER BY ${PLACE} LIMIT ${next(limit)}) AS l
     ${JOIN_ENTRY} ${joinMerges('l')} ORDER BY ${PLACE}`,
    values,
  );
  return rows;
}

export async function countOpenLines(pool: pg.Pool, companyId: number, filter: AutomaticFilter): Promise<number> {
  const { from, values } = openNow(companyId, filter);
  const { rows } = await pool.query<{ count: number }>(`SELECT count(*) AS count ${from}`, values);
  return rows[0]!.count;
}

function openNow(companyId: number, { account_id, third_party_id, as_of }: AutomaticFilter) {
  const values: unknown[] = [companyId];
  const next = (value: unknown): string => `$${values.push(value)}`;
  const account = account_id === undefined ? '' : `AND a.id = ${next(account_id)}`;
  const thirdParty = third_party_id === undefined ? '' : `AND ${isCountedFor('l', next(third_party_id))}`;
  const day = as_of === undefined ? '' : `AND l.entry_date <= ${next(as_of)}`;
  const from = `FROM read.accounts a CROSS JOIN LATERAL (
      SELECT * FROM read.entry_lines l
      WHERE l.company_id = $1 AND l.account_id = a.id AND l.settled <> l.debit - l.credit ${thirdParty} OFFSET 0) AS l
    ${joinMerges('l')} WHERE a.company_id = $1 AND a.is_letterable ${account} ${day}`;
  return { from, values };
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
