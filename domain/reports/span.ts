import type { PlainDate } from '../dates.ts';
import { invalid, type Refusal } from '../refusal.ts';

/** The days that a report is about, and what of the calendar of a company file they cover. */

export interface ReportPeriod {
  readonly id: number;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
}

export interface ReportYear {
  readonly id: number;
  readonly code: string;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
  readonly periods: readonly ReportPeriod[];
  /** How the year was closed; null while it is open. */
  readonly closing: unknown;
  readonly closed_at: string | null;
}

export interface Span {
  readonly from: PlainDate;
  readonly to: PlainDate;
}

export interface RequestedSpan {
  readonly fiscal_year_id?: number | undefined;
  readonly from?: PlainDate | undefined;
  readonly to?: PlainDate | undefined;
}

/**
 * A fiscal year stands for its days, which `from` and `to` may narrow. A day alone is completed to the end or the beginning
 * of the year that it lies in. Nothing requested: the year of today, or the last one.
 */
export function spanOf(years: readonly ReportYear[], requested: RequestedSpan, today: PlainDate): Span | Refusal {
  const { fiscal_year_id: yearId, from, to } = requested;
  const around = (day: PlainDate) => years.find((year) => year.starts_on <= day && day <= year.ends_on);
  const year =
    yearId === undefined ? around(from ?? to ?? today) : (years.find(({ id }) => id === yearId) ?? 'unknown');
  if (year === 'unknown') return invalid([{ code: 'reference_unknown', field: 'fiscal_year_id' }]);
  if (yearId !== undefined) {
    const outside = (['from', 'to'] as const).filter((name) => {
      const day = requested[name];
      return day !== undefined && (day < year!.starts_on || day > year!.ends_on);
    });
    if (outside.length > 0) return invalid(outside.map((field) => ({ code: 'date_outside_fiscal_year', field })));
  }
  const { starts_on, ends_on } = year ?? years.at(-1)!;
  const span = { from: from ?? earlier(starts_on, to ?? starts_on), to: to ?? later(ends_on, from ?? ends_on) };
  return span.from > span.to ? invalid([{ code: 'period_reversed', field: 'to' }]) : span;
}

const earlier = (one: PlainDate, other: PlainDate) => (one < other ? one : other);
const later = (one: PlainDate, other: PlainDate) => (one > other ? one : other);

/** Periods of which a report covers some days, each with these days; in the order of their dates. */
export function periodsWithin(years: readonly ReportYear[], { from, to }: Span): ReportPeriod[] {
  return years
    .flatMap((year) => year.periods)
    .filter(({ starts_on, ends_on }) => ends_on >= from && starts_on <= to)
    .map((period) => ({ ...period, starts_on: later(period.starts_on, from), ends_on: earlier(period.ends_on, to) }));
}

/** Where the sums of a report come from: whole periods from the balances, the rest from lines. */
export interface Coverage extends Span {
  /** The fiscal year whose opening says all that was before; null: nothing does, and earlier years are added up. */
  readonly carriedYearId: number | null;
  /** The fiscal year that the report begins in, and its first day; null when it begins after all of them. */
  readonly firstYearId: number | null;
  readonly openedOn: PlainDate | null;
  /** Whole periods of the years before the one that the report begins in that are added up. */
  readonly before: readonly ReportPeriod[];
  /** Whole periods of that year until the report begins: income and expenses are counted from its first day on. */
  readonly opening: readonly ReportPeriod[];
  /** Whole periods within the report. */
  readonly inside: readonly ReportPeriod[];
  /** Days of the periods that the report begins or ends in the middle of, up to the last day of the report. */
  readonly partial: readonly Span[];
  /** An earlier year is not closed yet, so that what stood before may still change. */
  readonly isProvisional: boolean;
}

export interface CoverageOptions {
  /** Add up all years, and never rely on what a closing has carried: for sums that are not carried. */
  readonly continuous?: boolean;
}

/** Years come in the order of their dates. */
export function coverageOf(
  years: readonly ReportYear[],
  { from, to }: Span,
  { continuous = false }: CoverageOptions = {},
): Coverage {
  const started = years.findLastIndex(({ starts_on }) => starts_on <= from);
  const isBehind = started >= 0 && years[started]!.ends_on < from;
  // The year that the report begins in; one behind the last when it begins after all of them.
  const current = isBehind ? started + 1 : Math.max(started, 0);
  const earlierYears = years.slice(0, current);
  let base = 0;
  if (!continuous) {
    base = current;
    while (base > 0 && years[base - 1]!.closing === null) base--;
  }
  const periods = years.slice(current).flatMap((year) => year.periods);
  const isInside = ({ starts_on, ends_on }: ReportPeriod) => starts_on >= from && ends_on <= to;
  return {
    from,
    to,
    carriedYearId: continuous ? null : (years[base]?.id ?? null),
    firstYearId: years[current]?.id ?? null,
    openedOn: years[current]?.starts_on ?? null,
    before: years.slice(base, current).flatMap((year) => year.periods),
    opening: periods.filter(({ ends_on }) => ends_on < from),
    inside: periods.filter(isInside),
    partial: periods
      .filter((period) => period.ends_on >= from && period.starts_on <= to && !isInside(period))
      .map(({ starts_on, ends_on }) => ({ from: starts_on, to: earlier(ends_on, to) })),
    isProvisional: earlierYears.some(({ closing }) => closing === null),
  };
}
