import type { RunSql } from '../../database/pool.ts';

/**
 * Opening entries of later years are not posted, because closing the previous year has the same effect. If they list open
 * items with letters, the letters belong to the lines of earlier years behind these items. Those are the lines without
 * letters of the same account, third party, reference and side, in order: the opening entry lists what is open of them.
 */
export async function linkOpeningLines(run: RunSql, migrationId: string): Promise<void> {
  const { rows } = await run<{ year_no: number }>(`
    SELECT DISTINCT e.year_no FROM ops.migration_entries e
    JOIN ops.migration_lines l ON l.migration_id = e.migration_id AND l.line_no = ANY (e.lines)
    WHERE e.migration_id = ${migrationId} AND NOT e.is_posted AND l.letter IS NOT NULL ORDER BY e.year_no`);
  // In order, because the items of a year are what earlier years have left.
  for (const { year_no } of rows) await run(buildYearStatement(migrationId, Math.trunc(year_no)));
}

/** Both lists are laid end to end. Each piece of an opening line is linked to the lines that it overlaps. */
const buildYearStatement = (id: string, yearNo: number): string => `
  WITH opening AS (
    SELECT l.line_no, l.account, l.party, l.reference, sign(l.cents) AS side, abs(l.cents) AS cents, l.letter,
      sum(abs(l.cents)) OVER (PARTITION BY l.account, l.party, l.reference, sign(l.cents) ORDER BY l.line_no) AS until
    FROM ops.migration_entries e JOIN ops.migration_lines l ON l.migration_id = e.migration_id AND l.line_no = ANY (e.lines)
    WHERE e.migration_id = ${id} AND e.year_no = ${yearNo} AND NOT e.is_posted
  ), lettered AS (
    SELECT DISTINCT account, party, reference, side FROM opening WHERE letter IS NOT NULL
  ), earlier AS (
    SELECT l.line_no, l.account, l.party, l.reference, t.side, e.year_no,
      abs(l.cents) - coalesce((SELECT sum(o.cents) FROM ops.migration_openings o
        WHERE o.migration_id = ${id} AND o.source_line_no = l.line_no), 0) AS cents
    FROM lettered t JOIN ops.migration_lines l ON l.migration_id = ${id} AND l.letter IS NULL AND l.account = t.account
      AND l.party IS NOT DISTINCT FROM t.party AND l.reference IS NOT DISTINCT FROM t.reference AND sign(l.cents) = t.side
    JOIN ops.migration_entries e USING (migration_id, journal, number, entry_date)
    WHERE e.is_posted AND e.year_no < ${yearNo}
  ), placed AS (
    SELECT *, sum(cents) OVER (PARTITION BY account, party, reference, side ORDER BY year_no, line_no) AS until
    FROM earlier WHERE cents > 0
  )
  INSERT INTO ops.migration_openings (migration_id, line_no, source_line_no, cents)
  SELECT ${id}, o.line_no, p.line_no, least(o.until, p.until) - greatest(o.until - o.cents, p.until - p.cents)
  FROM opening o JOIN placed p ON p.account = o.account AND p.party IS NOT DISTINCT FROM o.party
    AND p.reference IS NOT DISTINCT FROM o.reference AND p.side = o.side
    AND p.until - p.cents < o.until AND o.until - o.cents < p.until
  WHERE o.letter IS NOT NULL`;
