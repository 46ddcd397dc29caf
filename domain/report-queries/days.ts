import {
  addDays,
  addMonths,
  countDaysBetween,
  countMonthsTouched,
  formatQuarter,
  getLastDayOfMonth,
} from '../dates.ts';
import type { PlainDate } from '../dates.ts';
import { isRefusal, refuseInvalid, type Refusal } from '../refusal.ts';
import { computeCoverage, resolveSpan, type ReportPeriod, type ReportYear, type Span } from '../reports/span.ts';
import { isTime, type Dimension, type ReportQuery } from './query.ts';

/** The days of a query: which periods and days it reads, and how compared days fall into the same columns. */

/** What is read for one span of a query. */
export interface QueryDays {
  /** Whole periods, whose sums are kept. */
  readonly periodIds: readonly number[];
  /** Other days: their lines are read. */
  readonly days: readonly Span[];
  /** All days, for queries that no kept sum covers. */
  readonly all: Span;
  /** First days of months, quarters or fiscal years, in order: lines fall into the last one that is not later. */
  readonly starts: readonly PlainDate[];
  /** At a day: the fiscal year whose opening includes everything before. Null: none, or movements only. */
  readonly carriedYear: ReportYear | null;
  /** At a day, while an earlier year is open: income and expenses before this day are the result of earlier years. */
  readonly openedOn: PlainDate | null;
}

/** Movements of a span, or the balance at its last day. */
export function computeQueryDays(
  { by, asOf }: Pick<ReportQuery, 'by' | 'asOf'>,
  years: readonly ReportYear[],
  span: Span,
): QueryDays {
  const { before, opening, inside, partial, carriedYearId, isProvisional, openedOn } = computeCoverage(years, span);
  const isAtDay = asOf !== undefined;
  const whole = isAtDay ? [...before, ...opening, ...inside] : inside;
  const kept = whole.filter((period) => isInOnePart(by, period));
  const cut = whole
    .filter((period) => !kept.includes(period))
    .map(({ starts_on, ends_on }) => ({ from: starts_on, to: ends_on }));
  const within = partial.map(({ from, to }) => ({ from: isAtDay || from > span.from ? from : span.from, to }));
  const first = isAtDay ? (before[0]?.starts_on ?? openedOn ?? span.from) : span.from;
  const all = { from: first < span.from ? first : span.from, to: span.to };
  return {
    periodIds: kept.map(({ id }) => id),
    days: [...cut, ...within],
    all,
    starts: listStarts(by, years, all),
    carriedYear: isAtDay ? (years.find(({ id }) => id === carriedYearId) ?? null) : null,
    openedOn: isAtDay && isProvisional ? openedOn : null,
  };
}

/** Whether all days of the period fall into one month or quarter of the query. */
const isInOnePart = (by: readonly Dimension[], { starts_on, ends_on }: ReportPeriod): boolean =>
  by.every(
    ({ kind }) =>
      (kind !== 'month' || starts_on.slice(0, 7) === ends_on.slice(0, 7)) &&
      (kind !== 'quarter' || formatQuarter(starts_on) === formatQuarter(ends_on)),
  );

function listStarts(by: readonly Dimension[], years: readonly ReportYear[], { from, to }: Span): readonly PlainDate[] {
  if (!by.some(isTime)) return [];
  const starts = new Set([from, ...years.map(({ starts_on }) => starts_on)]);
  const months = countMonthsTouched(from, to);
  for (let month = 0; month < months; month += 1) starts.add(addMonths(`${from.slice(0, 8)}01`, month));
  return [...starts].filter((day) => day >= from && day <= to).sort();
}

/** The value of a column of months, quarters or fiscal years. Null: no fiscal year has the day. */
export function toTimeKey(kind: Dimension['kind'], day: PlainDate, years: readonly ReportYear[]): string | null {
  if (kind === 'month') return day.slice(0, 7);
  if (kind === 'quarter') return formatQuarter(day);
  return years.find(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on)?.code ?? null;
}

export interface ComparedDays {
  readonly span: Span;
  /** Moves a compared day into the month of the query that it is compared with. Null: no columns of time. */
  readonly months: number | null;
}

/** The span to compare with. Columns of time need whole months, because their values are compared one by one. */
export function resolveComparedDays(
  { by, compare }: Pick<ReportQuery, 'by' | 'compare'>,
  { from, to }: Span,
): ComparedDays | Refusal {
  if (compare?.kind === 'year') return { span: shiftMonths({ from, to }, -12), months: 12 };
  const isWhole = from.endsWith('-01') && to === getLastDayOfMonth(to);
  const months = countMonthsTouched(from, to);
  const isFit = ({ kind }: Dimension): boolean => isWhole && months % getMonths(kind) === 0;
  if (!by.filter(isTime).every(isFit))
    return refuseInvalid([{ code: 'report_query_compare_months', field: 'compare' }]);
  if (isWhole) return { span: shiftMonths({ from, to }, -months), months };
  const length = countDaysBetween(from, to) + 1;
  return { span: { from: addDays(from, -length), to: addDays(to, -length) }, months: null };
}

const getMonths = (kind: Dimension['kind']): number => (kind === 'quarter' ? 3 : kind === 'fiscal_year' ? 12 : 1);

/** The end of a month stays the end of a month. */
const shiftMonths = ({ from, to }: Span, months: number): Span => ({
  from: addMonths(from, months),
  to: to === getLastDayOfMonth(to) ? getLastDayOfMonth(addMonths(to, months)) : addMonths(to, months),
});

/** The same day a year earlier, from the start of its fiscal year. */
export function resolveComparedDay(asOf: PlainDate, years: readonly ReportYear[]): ComparedDays | Refusal {
  const { to } = shiftMonths({ from: asOf, to: asOf }, -12);
  const span = resolveSpan(years, { to }, to);
  return isRefusal(span) ? span : { span, months: 12 };
}
