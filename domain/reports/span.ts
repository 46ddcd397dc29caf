import type { PlainDate } from '../dates.ts';
import { refuseInvalid, type Refusal } from '../refusal.ts';

/** The date range of a report, and the periods of the company file that it covers. */

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
  /** Details of the closing. Null while the year is open. */
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
 * A fiscal year means all its days, which `from` and `to` may narrow. A single date is completed to the start or end of
 * its year. If nothing is requested: the current year, or the last one.
 */
export function resolveSpan(years: readonly ReportYear[], requested: RequestedSpan, today: PlainDate): Span | Refusal {
  const { fiscal_year_id: yearId, from, to } = requested;
  const findYearAround = (day: PlainDate) => years.find((year) => year.starts_on <= day && day <= year.ends_on);
  const year =
    yearId === undefined ? findYearAround(from ?? to ?? today) : (years.find(({ id }) => id === yearId) ?? 'unknown');
  if (year === 'unknown') return refuseInvalid([{ code: 'reference_unknown', field: 'fiscal_year_id' }]);
  if (yearId !== undefined) {
    const outside = (['from', 'to'] as const).filter((name) => {
      const day = requested[name];
      return day !== undefined && (day < year!.starts_on || day > year!.ends_on);
    });
    if (outside.length > 0) return refuseInvalid(outside.map((field) => ({ code: 'date_outside_fiscal_year', field })));
  }
  const { starts_on, ends_on } = year ?? years.at(-1)!;
  const span = { from: from ?? getEarlier(starts_on, to ?? starts_on), to: to ?? getLater(ends_on, from ?? ends_on) };
  return span.from > span.to ? refuseInvalid([{ code: 'period_reversed', field: 'to' }]) : span;
}

const getEarlier = (one: PlainDate, other: PlainDate) => (one < other ? one : other);
const getLater = (one: PlainDate, other: PlainDate) => (one > other ? one : other);

/** Periods that a report covers at least partly, limited to the covered days and sorted by date. */
export function listPeriodsWithin(years: readonly ReportYear[], { from, to }: Span): ReportPeriod[] {
  return years
    .flatMap((year) => year.periods)
    .filter(({ starts_on, ends_on }) => ends_on >= from && starts_on <= to)
    .map((period) => ({
      ...period,
      starts_on: getLater(period.starts_on, from),
      ends_on: getEarlier(period.ends_on, to),
    }));
}

/** The sources of the totals of a report: whole periods from the balances, the rest from lines. */
export interface Coverage extends Span {
  /** The fiscal year whose opening includes everything before. Null: there is none, and earlier years are added up. */
  readonly carriedYearId: number | null;
  /** The fiscal year in which the report begins, and its first day. Null if it begins after all years. */
  readonly firstYearId: number | null;
  readonly openedOn: PlainDate | null;
  /** Whole periods of earlier years to add up. */
  readonly before: readonly ReportPeriod[];
  /** Whole periods of the first year before the report begins. Income and expenses count from the first day of that year. */
  readonly opening: readonly ReportPeriod[];
  /** Whole periods within the report. */
  readonly inside: readonly ReportPeriod[];
  /** Days of the periods that the report covers only partly, up to its last day. */
  readonly partial: readonly Span[];
  /** True if an earlier year is still open, so that opening amounts may change. */
  readonly isProvisional: boolean;
}

export interface CoverageOptions {
  /** True: add up all years and ignore carried balances, for totals that are not carried forward. */
  readonly continuous?: boolean;
}

/** `years` must be sorted by date. */
export function computeCoverage(
  years: readonly ReportYear[],
  { from, to }: Span,
  { continuous = false }: CoverageOptions = {},
): Coverage {
  const started = years.findLastIndex(({ starts_on }) => starts_on <= from);
  const isBehind = started >= 0 && years[started]!.ends_on < from;
  // The year in which the report begins, or the index after the last year.
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
      .map(({ starts_on, ends_on }) => ({ from: starts_on, to: getEarlier(ends_on, to) })),
    isProvisional: earlierYears.some(({ closing }) => closing === null),
  };
}
