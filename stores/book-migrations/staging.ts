import type pg from 'pg';
import { formatColumnLiteral } from '../../database/array-literal.ts';
import { runWithoutLimit } from '../../database/pool.ts';
import type { Span } from '../../domain/book-migrations/calendar.ts';
import { MIGRATION_LIMITS, type SourceCurrency } from '../../domain/book-migrations/source.ts';
import { linkOpeningLines } from './opening-links.ts';

/** Staging tables for migrations: the database sorts and groups the lines, so that memory holds only the current page. */

export interface StagedLine {
  readonly lineNo: number;
  readonly fileNo: number;
  readonly fileLine: number;
  readonly journal: string;
  readonly number: string;
  readonly date: string;
  readonly account: string;
  readonly party: string | null;
  readonly reference: string | null;
  readonly label: string | null;
  readonly dueDate: string | null;
  readonly cents: number;
  readonly letter: string | null;
  readonly currency: SourceCurrency | null;
  readonly opens: 0 | 1 | 2;
}

/** Formats an id for SQL. Only for our own numbers, never for text of a file. */
const formatIdLiteral = (id: number): string => String(Math.trunc(id));

export async function clearStaged(pool: pg.Pool, migrationId: number): Promise<void> {
  const id = formatIdLiteral(migrationId);
  await runWithoutLimit(pool, async (run) => {
    for (const table of ['migration_lines', 'migration_entries', 'migration_openings', 'migration_letterings'])
      await run(`DELETE FROM ops.${table} WHERE migration_id = ${id}`);
  });
}

export async function stageLines(pool: pg.Pool, migrationId: number, lines: readonly StagedLine[]): Promise<void> {
  if (lines.length === 0) return;
  await pool.query({
    name: 'stage-migration-lines',
    text: `INSERT INTO ops.migration_lines (migration_id, line_no, file_no, file_line, journal, number, entry_date, account, party,
             reference, label, due_date, cents, letter, opens, currency, currency_cents)
           SELECT $1::bigint, u.* FROM unnest($2::integer[], $3::smallint[], $4::integer[], $5::text[], $6::text[], $7::date[], $8::text[], $9::text[],
             $10::text[], $11::text[], $12::date[], $13::bigint[], $14::text[], $15::smallint[], $16::text[], $17::bigint[]) AS u`,
    values: [
      migrationId,
      formatColumnLiteral(lines, ({ lineNo }) => lineNo),
      formatColumnLiteral(lines, ({ fileNo }) => fileNo),
      formatColumnLiteral(lines, ({ fileLine }) => fileLine),
      formatColumnLiteral(lines, ({ journal }) => journal),
      formatColumnLiteral(lines, ({ number }) => number),
      formatColumnLiteral(lines, ({ date }) => date),
      formatColumnLiteral(lines, ({ account }) => account),
      formatColumnLiteral(lines, ({ party }) => party),
      formatColumnLiteral(lines, ({ reference }) => reference),
      formatColumnLiteral(lines, ({ label }) => label),
      formatColumnLiteral(lines, ({ dueDate }) => dueDate),
      formatColumnLiteral(lines, ({ cents }) => cents),
      formatColumnLiteral(lines, ({ letter }) => letter),
      formatColumnLiteral(lines, ({ opens }) => opens),
      formatColumnLiteral(lines, ({ currency }) => currency?.code ?? null),
      formatColumnLiteral(lines, ({ currency }) => currency?.cents ?? null),
    ],
  });
}

export async function countStagedLines(pool: pg.Pool, migrationId: number): Promise<number> {
  return runWithoutLimit(pool, async (run) => {
    const { rows } = await run<{ count: number }>(
      `SELECT count(*)::integer AS count FROM ops.migration_lines WHERE migration_id = ${formatIdLiteral(migrationId)}`,
    );
    return rows[0]!.count;
  });
}

/**
 * Groups lines of one journal, number and date into an entry. Opening entries of later years are not posted, because
 * closing the previous year has the same effect. Entries are numbered in posting order, followed by those that are not
 * posted.
 */
export async function groupEntries(pool: pg.Pool, migrationId: number, years: readonly Span[]): Promise<void> {
  const id = formatIdLiteral(migrationId);
  const spans = years
    .map(({ starts_on, ends_on }, index) => `(${index}, '${starts_on}'::date, '${ends_on}'::date)`)
    .join(', ');
  await runWithoutLimit(pool, async (run) => {
    await run(`ANALYZE ops.migration_lines`);
    await run(`
      INSERT INTO ops.migration_entries (migration_id, entry_no, year_no, journal, number, entry_date, is_opening, is_posted, first_place,
        balance, characters, lines)
      SELECT ${id}, row_number() OVER posting, year_no, journal, number, entry_date, is_opening, is_posted,
        sum(cardinality(lines)) OVER posting - cardinality(lines), balance, characters, lines
      FROM (
        SELECT *, NOT is_opening OR year_no = min(year_no) OVER () AS is_posted
        FROM (
          SELECT y.year_no, g.*, g.has_no_result AND (g.opens = 2 OR (g.opens = 1 AND g.entry_date = y.starts_on)) AS is_opening
          FROM (
            SELECT journal, number, entry_date, array_agg(line_no ORDER BY line_no) AS lines, min(line_no) AS first_line,
              sum(cents) AS balance, sum(coalesce(length(label), 0) + coalesce(length(reference), 0)) AS characters,
              min(opens) AS opens, bool_and(account !~ '^[67]') AS has_no_result
            FROM ops.migration_lines WHERE migration_id = ${id} GROUP BY journal, number, entry_date
          ) g JOIN (VALUES ${spans}) AS y(year_no, starts_on, ends_on) ON g.entry_date BETWEEN y.starts_on AND y.ends_on
        ) found
      ) judged
      WINDOW posting AS (ORDER BY is_posted DESC, year_no, is_opening DESC, first_line)`);
    await run(`ANALYZE ops.migration_entries`);
  });
}

export interface WrongEntry {
  readonly journal: string;
  readonly number: string;
  readonly file_no: number;
  readonly file_line: number;
  readonly balance: number;
  readonly lines_count: number;
  /** Total number of such entries. */
  readonly total: number;
}

/** Lists the first entries that do not balance or that are too large. */
export function listWrongEntries(
  pool: pg.Pool,
  migrationId: number,
  kind: 'unbalanced' | 'too_large',
): Promise<readonly WrongEntry[]> {
  const condition =
    kind === 'unbalanced'
      ? 'e.balance <> 0'
      : `e.balance = 0 AND (cardinality(e.lines) > ${MIGRATION_LIMITS.linesOfEntry} OR e.characters > ${MIGRATION_LIMITS.charactersOfEntry})`;
  return runWithoutLimit(pool, async (run) => {
    const { rows } = await run<WrongEntry>(`
      SELECT e.journal, e.number, l.file_no, l.file_line, e.balance, cardinality(e.lines) AS lines_count, count(*) OVER ()::integer AS total
      FROM ops.migration_entries e
      JOIN ops.migration_lines l ON l.migration_id = e.migration_id AND l.line_no = e.lines[1]
      WHERE e.migration_id = ${formatIdLiteral(migrationId)} AND ${condition}
      ORDER BY e.lines[1] LIMIT ${MIGRATION_LIMITS.problems}`);
    return rows;
  });
}

export interface YearOfEntries {
  readonly year_no: number;
  readonly entries: number;
  readonly lines: number;
  /** Number of the last posted entry; 0 if none is posted. */
  readonly last_entry_no: number;
  readonly openings: number;
}

export function summarizeYears(pool: pg.Pool, migrationId: number): Promise<readonly YearOfEntries[]> {
  return runWithoutLimit(pool, async (run) => {
    const { rows } = await run<YearOfEntries>(`
      SELECT year_no, count(*) FILTER (WHERE is_posted)::integer AS entries,
        coalesce(sum(cardinality(lines)) FILTER (WHERE is_posted), 0)::integer AS lines,
        coalesce(max(entry_no) FILTER (WHERE is_posted), 0) AS last_entry_no, count(*) FILTER (WHERE is_opening)::integer AS openings
      FROM ops.migration_entries WHERE migration_id = ${formatIdLiteral(migrationId)} GROUP BY year_no ORDER BY year_no`);
    return rows;
  });
}

export interface SourceBalance {
  readonly year_no: number;
  readonly account: string;
  /** Opening balance and movement of the year, in cents; debit is positive. */
  readonly opening: number;
  readonly movement: number;
}

/** Reads the balances of the source by year and account. */
export function readSourceBalances(pool: pg.Pool, migrationId: number): Promise<readonly SourceBalance[]> {
  return runWithoutLimit(pool, async (run) => {
    const { rows } = await run<SourceBalance>(`
      SELECT e.year_no, l.account, coalesce(sum(l.cents) FILTER (WHERE e.is_opening), 0)::bigint AS opening,
        coalesce(sum(l.cents) FILTER (WHERE NOT e.is_opening), 0)::bigint AS movement
      FROM ops.migration_lines l
      JOIN ops.migration_entries e USING (migration_id, journal, number, entry_date)
      WHERE l.migration_id = ${formatIdLiteral(migrationId)} GROUP BY e.year_no, l.account ORDER BY e.year_no, l.account`);
    return rows;
  });
}

export interface UnbalancedLetters {
  readonly letter: string;
  readonly account: string;
  readonly file_no: number;
  readonly file_line: number;
  readonly total: number;
}

/**
 * Lines of one account and third party with the same letters are matched, within one file or else across all files, since
 * letters begun in one year may be completed in the next. Letterings that do not balance are skipped; the first ones are
 * returned.
 */
export async function groupLetterings(pool: pg.Pool, migrationId: number): Promise<readonly UnbalancedLetters[]> {
  const id = formatIdLiteral(migrationId);
  const lettered = `
    WITH settled AS (
      SELECT l.file_no, l.letter, l.line_no, l.cents FROM ops.migration_lines l
      WHERE l.migration_id = ${id} AND l.letter IS NOT NULL
        AND NOT EXISTS (SELECT FROM ops.migration_openings o WHERE o.migration_id = ${id} AND o.line_no = l.line_no)
      UNION ALL
      SELECT l.file_no, l.letter, o.source_line_no, sum(sign(l.cents) * o.cents)::bigint
      FROM ops.migration_openings o JOIN ops.migration_lines l USING (migration_id, line_no)
      WHERE o.migration_id = ${id} GROUP BY l.file_no, l.letter, o.source_line_no
    ), lettered AS (
      SELECT s.file_no, l.file_line, l.line_no, l.account, l.party, s.letter, s.cents, l.currency,
        round(l.currency_cents::numeric * s.cents / l.cents)::bigint AS currency_cents, l.entry_date, e.entry_no, e.first_place,
        array_position(e.lines, l.line_no) AS number,
        sum(s.cents) OVER one_file AS balance, count(*) OVER one_file AS size
      FROM settled s JOIN ops.migration_lines l ON l.migration_id = ${id} AND l.line_no = s.line_no
      JOIN ops.migration_entries e USING (migration_id, journal, number, entry_date)
      WHERE e.is_posted
      WINDOW one_file AS (PARTITION BY s.file_no, l.account, l.party, s.letter)
    ), grouped AS (
      SELECT account, party, letter, max(entry_date) AS settled_on, array_agg(entry_no ORDER BY line_no) AS entry_nos,
        array_agg(first_place + number - 1 ORDER BY line_no) AS places, array_agg(number ORDER BY line_no) AS numbers,
        array_agg(cents ORDER BY line_no) AS cents, array_agg(currency ORDER BY line_no) AS currencies,
        array_agg(currency_cents ORDER BY line_no) AS currency_cents, sum(cents) AS balance, min(line_no) AS first_line
      FROM lettered GROUP BY CASE WHEN balance = 0 AND size > 1 THEN file_no ELSE -1 END, account, party, letter
    )`;
  const isWhole = `balance = 0 AND cardinality(cents) BETWEEN 2 AND ${MIGRATION_LIMITS.linesOfEntry}`;
  return runWithoutLimit(pool, async (run) => {
    await linkOpeningLines(run, id);
    await run(`
      INSERT INTO ops.migration_letterings (migration_id, lettering_no, account, party, settled_on, entry_nos, places, numbers, cents,
        currencies, currency_cents)
      ${lettered} SELECT ${id}, row_number() OVER (ORDER BY first_line, account, letter), account, party, settled_on, entry_nos, places,
        numbers, cents, currencies, currency_cents FROM grouped WHERE ${isWhole}`);
    const { rows } = await run<UnbalancedLetters>(`
      ${lettered} SELECT g.letter, g.account, l.file_no, l.file_line, count(*) OVER ()::integer AS total
      FROM (SELECT * FROM grouped WHERE NOT (${isWhole})) g JOIN ops.migration_lines l ON l.migration_id = ${id} AND l.line_no = g.first_line
      ORDER BY g.first_line LIMIT ${MIGRATION_LIMITS.problems}`);
    return rows;
  });
}

export async function countLetterings(pool: pg.Pool, migrationId: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'count-migration-letterings',
    text: 'SELECT coalesce(max(lettering_no), 0) AS count FROM ops.migration_letterings WHERE migration_id = $1',
    values: [migrationId],
  });
  return rows[0]!.count;
}
