import type { Queryable } from '../../database/snapshot.ts';
import type { Window } from '../../domain/reports/pages.ts';
import type { ReportPeriod } from '../../domain/reports/span.ts';
import { arraysOf, periodsOf } from './general-ledger.ts';

export interface JournalName {
  readonly id: number;
  readonly code: string;
  readonly label: string;
  readonly labels: Readonly<Record<string, string>> | null;
  readonly type: string;
}

/** What was posted to a journal in a period, or in those of its days that the report covers. */
export interface JournalPart {
  readonly owner_id: number;
  readonly period_id: number;
  readonly first: string;
  readonly last: string;
  readonly count: number;
  readonly total: string;
}

/** In the order of their dates, from what the projector keeps of each day. */
export async function journalParts(
  db: Queryable,
  companyId: number,
  periods: readonly ReportPeriod[],
  journalId: number | null,
): Promise<JournalPart[]> {
  const { rows } = await db.query<JournalPart>({
    name: 'journal-parts',
    text: `SELECT c.journal_id AS owner_id, p.id AS period_id, p.first, p.last, sum(c.entries_count)::bigint AS count, sum(c.total) AS total
           FROM unnest($2::bigint[], $3::date[], $4::date[]) AS p(id, first, last)
           JOIN read.entry_counts c ON c.company_id = $1 AND c.entry_date BETWEEN p.first AND p.last
           WHERE $5::bigint IS NULL OR c.journal_id = $5
           GROUP BY c.journal_id, p.id, p.first, p.last ORDER BY p.first`,
    values: [companyId, ...periodsOf(periods), journalId],
  });
  return rows;
}

/** Also those in the recycle bin: what was posted to them stays. */
export async function journalNames(db: Queryable, companyId: number): Promise<JournalName[]> {
  const { rows } = await db.query<JournalName>({
    name: 'journal-names',
    text: 'SELECT id, code, label, labels, type FROM read.journals WHERE company_id = $1 ORDER BY code COLLATE "C", id',
    values: [companyId],
  });
  return rows;
}

/** Ids of the entries of windows, each of one journal, in the order of the windows, dates and numbers. */
export async function entriesInWindows(
  db: Queryable,
  companyId: number,
  windows: readonly Window[],
  skip: number,
  limit: number,
): Promise<number[]> {
  if (windows.length === 0) return [];
  const { rows } = await db.query<{ id: number }>({
    name: 'entries-in-windows',
    text: `SELECT e.id FROM unnest($2::bigint[], $3::date[], $4::date[]) WITH ORDINALITY AS w(journal_id, first, last, place)
           CROSS JOIN LATERAL (SELECT e.id, e.entry_date, e.number FROM read.entries e WHERE e.company_id = $1
             AND e.journal_id = w.journal_id AND e.entry_date BETWEEN w.first AND w.last OFFSET 0) AS e
           ORDER BY w.place, e.entry_date, e.number, e.id LIMIT $5 OFFSET $6`,
    values: [companyId, ...arraysOf(windows), limit, skip],
  });
  return rows.map(({ id }) => id);
}
