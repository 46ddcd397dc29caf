import type { Queryable } from '../../database/snapshot.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import type { Window } from '../../domain/reports/pages.ts';
import type { Coverage, ReportPeriod } from '../../domain/reports/span.ts';
import { MOVEMENT_COLUMNS, MOVEMENT_JOINS, type MovementRow } from '../ledger/movements.ts';

/** What moved on an account in one part of the time of a report. */
export interface PartSums {
  readonly owner_id: number;
  /** First and last day of the part. */
  readonly first: string;
  readonly last: string;
  readonly count: number;
  readonly debit: string;
  readonly credit: string;
}

/** By account and period, in the order of their dates: whole periods from the balances, days of others from their lines. */
export async function accountParts(
  db: Queryable,
  companyId: number,
  { inside, partial, from }: Coverage,
  layers: readonly Layer[],
): Promise<PartSums[]> {
  const { rows } = await db.query<PartSums>({
    name: 'account-parts',
    text: `SELECT b.account_id AS owner_id, p.first, p.last, sum(b.lines_count)::bigint AS count, sum(b.debit) AS debit, sum(b.credit) AS credit
           FROM read.balances b JOIN unnest($2::bigint[], $3::date[], $4::date[]) AS p(id, first, last) ON p.id = b.period_id
           WHERE b.company_id = $1 AND b.layer = ANY($5::text[]) GROUP BY b.account_id, p.first, p.last
           UNION ALL
           SELECT l.account_id, days.first, days.last, count(*), sum(l.debit), sum(l.credit)
           FROM unnest($6::date[], $7::date[]) AS days(first, last)
           JOIN read.entries e ON e.company_id = $1 AND e.entry_date BETWEEN days.first AND days.last
           JOIN read.entry_lines l ON l.entry_id = e.id
           WHERE e.layer = ANY($5::text[]) GROUP BY l.account_id, days.first, days.last
           ORDER BY first`,
    values: [companyId, ...periodsOf(inside), layers, ...daysOf(partial, from)],
  });
  return rows;
}

/** Three arrays: ids, first and last days. */
export const periodsOf = (periods: readonly ReportPeriod[]): readonly [number[], string[], string[]] => [
  periods.map(({ id }) => id),
  periods.map(({ starts_on }) => starts_on),
  periods.map(({ ends_on }) => ends_on),
];

/** Two arrays: first and last days of the parts of periods that lie within the report. */
const daysOf = (partial: Coverage['partial'], from: string): readonly [string[], string[]] => [
  partial.map((days) => (days.from < from ? from : days.from)),
  partial.map((days) => days.to),
];

/** The lines of windows, each of one account, in the order of the windows and of their dates. */
const LINES_IN_WINDOWS = `
  SELECT w.place, l.entry_date, l.entry_id, l.line_number, l.debit, l.credit
  FROM unnest($2::bigint[], $3::date[], $4::date[]) WITH ORDINALITY AS w(account_id, first, last, place)
  CROSS JOIN LATERAL (SELECT * FROM read.entry_lines l WHERE l.company_id = $1 AND l.account_id = w.account_id
    AND l.entry_date BETWEEN w.first AND w.last AND l.layer = ANY($5::text[]) OFFSET 0) AS l
  ORDER BY w.place, l.entry_date, l.entry_id, l.line_number`;

export async function movementsInWindows(
  db: Queryable,
  companyId: number,
  windows: readonly Window[],
  layers: readonly Layer[],
  skip: number,
  limit: number,
): Promise<MovementRow[]> {
  if (windows.length === 0) return [];
  const { rows } = await db.query<MovementRow>({
    name: 'movements-in-windows',
    text: `SELECT ${MOVEMENT_COLUMNS} FROM (${LINES_IN_WINDOWS} LIMIT $6 OFFSET $7) AS page
           JOIN read.entry_lines l ON l.entry_id = page.entry_id AND l.line_number = page.line_number ${MOVEMENT_JOINS}
           ORDER BY page.place, l.entry_date, l.entry_id, l.line_number`,
    values: [companyId, ...arraysOf(windows), layers, limit, skip],
  });
  return rows;
}

/** Debit less credit of the first `count` lines of a window. */
export async function balanceOfFirst(
  db: Queryable,
  companyId: number,
  window: Window,
  layers: readonly Layer[],
  count: number,
): Promise<string> {
  const { rows } = await db.query<{ balance: string }>({
    name: 'balance-of-first-in-window',
    text: `SELECT coalesce(sum(debit - credit), 0)::numeric(20,2) AS balance FROM (${LINES_IN_WINDOWS} LIMIT $6) AS earlier`,
    values: [companyId, ...arraysOf([window]), layers, count],
  });
  return rows[0]!.balance;
}

/** Three arrays: owners, first and last days. */
export const arraysOf = (windows: readonly Window[]): readonly [number[], string[], string[]] => [
  windows.map(({ id }) => id),
  windows.map(({ first }) => first),
  windows.map(({ last }) => last),
];
