import type { Queryable } from '../../database/snapshot.ts';
import type { Language } from '../../domain/language.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import type { Coverage } from '../../domain/reports/span.ts';
import type { AccountSums, ResultAccount } from '../../domain/reports/trial-balance.ts';
import { endOfMonth, monthOf } from '../ledger/recorded-month.ts';
import { periodsOf } from './general-ledger.ts';

/** Layers whose amounts are movements of a report; `opening` and `carried` stand before it. */
export const movementLayers = (withoutClosing: boolean): readonly Layer[] =>
  withoutClosing ? ['movement'] : ['movement', 'closing'];

export interface SumOptions {
  /** Of the labels. */
  readonly language: Language;
  readonly layers: readonly Layer[];
  /** Also accounts that could be posted to and never were. */
  readonly withZero?: boolean;
  /** Leave out what was recorded later than this moment, in UTC. Needs a continuous coverage. */
  readonly asOf?: string | null;
}

/**
 * The sums of each account. Whole periods come from the balances; lines are read for the days of a period that the report
 * cuts. As of a moment, the balances of later months are left out, and what was recorded later in its own month is taken off.
 */
export async function accountSums(
  db: Queryable,
  companyId: number,
  coverage: Coverage,
  options: SumOptions,
): Promise<AccountSums[]> {
  const { rows } = await db.query<AccountSums>(accountSumsStatement(companyId, coverage, options));
  return rows;
}

/** To which of the sums of an account an amount belongs. */
const BEFORE = 0;
const OPENING = 1;
const INSIDE = 2;

/** The statement is exported for the benchmark. */
export function accountSumsStatement(companyId: number, coverage: Coverage, options: SumOptions) {
  const { before, opening, inside, carriedYearId, partial, from } = coverage;
  const { language, layers, withZero = false, asOf = null } = options;
  const [ids, firsts, lasts] = periodsOf([...before, ...opening, ...inside]);
  const places = [...before.map(() => BEFORE), ...opening.map(() => OPENING), ...inside.map(() => INSIDE)];
  const values: unknown[] = [companyId, ids, places, carriedYearId, layers, language];
  const next = (value: unknown): string => `$${values.push(value)}`;
  const sources: string[] = [];
  let wasRecorded = 'true';
  if (asOf === null) sources.push(balancesOfPeriods('true'));
  else {
    const [moment, month] = [`${next(asOf)}::timestamptz`, `${next(monthOf(asOf))}::date`];
    wasRecorded = `e.created_at <= ${moment}`;
    const isLater = `e.created_at > ${moment} AND e.created_at < ${next(endOfMonth(asOf))}::timestamptz`;
    sources.push(balancesOfPeriods(`b.recorded_in <= ${month}`));
    sources.push(linesOfMonth(next(firsts), next(lasts), month, isLater));
  }
  if (partial.length > 0) {
    const days = [next(partial.map((span) => span.from)), next(partial.map((span) => span.to))] as const;
    sources.push(linesOfDays(...days, next(from), wasRecorded));
  }
  const text = `WITH sums AS (
      SELECT account_id, sum(debit - credit) FILTER (WHERE place = ${BEFORE}) AS before,
        sum(debit - credit) FILTER (WHERE place = ${OPENING}) AS opening,
        sum(debit) FILTER (WHERE place = ${INSIDE}) AS debit, sum(credit) FILTER (WHERE place = ${INSIDE}) AS credit
      FROM (${sources.join(' UNION ALL ')}) AS parts GROUP BY account_id)
    SELECT a.id, a.number, coalesce(a.labels ->> $6, a.label) AS label, a.type, s.before, s.opening, s.debit, s.credit
    FROM read.accounts a ${withZero ? 'LEFT JOIN' : 'JOIN'} sums s ON s.account_id = a.id
    WHERE a.company_id = $1 ${withZero ? 'AND (s.account_id IS NOT NULL OR (a.is_postable AND a.deleted_at IS NULL))' : ''}`;
  const name = ['account-sums', partial.length > 0 && 'days', asOf !== null && 'as-of', withZero && 'all'];
  return { name: name.filter(Boolean).join('-'), text, values };
}

/** Added up by place at once: what is left to do is then a matter of few rows. */
const balancesOfPeriods = (wasRecorded: string): string => `
  SELECT b.account_id, CASE b.layer WHEN 'carried' THEN ${BEFORE} WHEN 'opening' THEN least(p.place, ${OPENING}) ELSE p.place END AS place,
    sum(b.debit) AS debit, sum(b.credit) AS credit
  FROM read.balances b LEFT JOIN unnest($2::bigint[], $3::integer[]) AS p(id, place) ON p.id = b.period_id
  WHERE b.company_id = $1 AND ${wasRecorded} AND CASE b.layer WHEN 'carried' THEN b.fiscal_year_id = $4::bigint
    ELSE p.place < ${INSIDE} OR (p.place = ${INSIDE} AND (b.layer = 'opening' OR b.layer = ANY($5::text[]))) END
  GROUP BY 1, 2`;

/** An entry of a few days is found by its date, and its lines by the entry. */
const linesOfDays = (firsts: string, lasts: string, from: string, wasRecorded: string): string => `
  SELECT l.account_id, CASE WHEN l.entry_date < ${from}::date OR l.layer = 'opening' THEN ${OPENING} ELSE ${INSIDE} END,
    sum(l.debit), sum(l.credit)
  FROM unnest(${firsts}::date[], ${lasts}::date[]) AS days(first, last)
  JOIN read.entries e ON e.company_id = $1 AND e.entry_date BETWEEN days.first AND days.last
  JOIN read.entry_lines l ON l.entry_id = e.id
  WHERE ${wasRecorded} AND e.layer <> 'carried' AND (e.entry_date < ${from}::date OR e.layer = 'opening' OR e.layer = ANY($5::text[]))
  GROUP BY 1, 2`;

/** To be taken off: what whole periods got later in a month. Only those are looked at that something was recorded for in it. */
const linesOfMonth = (firsts: string, lasts: string, month: string, isLater: string): string => `
  SELECT l.account_id, CASE l.layer WHEN 'opening' THEN least(p.place, ${OPENING}) ELSE p.place END, -sum(l.debit), -sum(l.credit)
  FROM unnest($2::bigint[], $3::integer[], ${firsts}::date[], ${lasts}::date[]) AS p(id, place, first, last)
  JOIN read.entries e ON e.company_id = $1 AND e.entry_date BETWEEN p.first AND p.last
  JOIN read.entry_lines l ON l.entry_id = e.id
  WHERE p.id IN (SELECT period_id FROM read.balances WHERE company_id = $1 AND recorded_in = ${month}) AND ${isLater}
    AND e.layer <> 'carried' AND (p.place < ${INSIDE} OR e.layer = 'opening' OR e.layer = ANY($5::text[]))
  GROUP BY 1, 2`;

/** Accounts that name groups of so many digits, and those that the closing of a year may give its result to. */
export async function namingAccounts(
  db: Queryable,
  companyId: number,
  level: number,
  language: Language,
): Promise<ResultAccount[]> {
  const { rows } = await db.query<ResultAccount>({
    name: 'naming-accounts',
    text: `SELECT id, number, coalesce(labels ->> $3, label) AS label, type, control_role FROM read.accounts
           WHERE company_id = $1 AND deleted_at IS NULL AND (length(number) <= $2 OR control_role IN ('result', 'carried_forward'))`,
    values: [companyId, level, language],
  });
  return rows;
}
