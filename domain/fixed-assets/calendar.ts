import { countDaysBetween, addDays, getLastDayOfMonth, addMonths, getNextDay, type PlainDate } from '../dates.ts';

/** The years of a depreciation plan: the fiscal years of the file, extended by twelve-month years before and after them. */

interface KnownYear {
  readonly code: string;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
}

export interface PlanYear {
  /** Code of the fiscal year, or the calendar year in which an assumed year ends. */
  readonly code: string;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
  /** Units per day. Twelve months always have the same number of units, even in a leap year. */
  readonly unitsADay: number;
}

export interface PlanCalendar {
  /** Units in twelve months and in one month. */
  readonly unitsAYear: number;
  readonly unitsAMonth: number;
  /** Returns the year that contains a date. */
  findYear(date: PlainDate): PlanYear;
  getNextYear(year: PlanYear): PlanYear;
  /** Counts the units from one date to another, both included. Both dates must lie in this year. */
  countUnits(from: PlainDate, to: PlainDate, year: PlanYear): number;
}

/** Years of 365 and 366 days have the same number of units. The factor 2 makes the units of a month a whole number. */
const UNITS_A_YEAR = 2 * 365 * 366;
const MONTHS = 12;

export const getDayBefore = (date: PlainDate): PlainDate => addDays(date, -1);

/** With `360`, every month has thirty days. */
export function createPlanCalendar(fiscalYears: readonly KnownYear[], days: 'calendar' | '360'): PlanCalendar {
  const known = fiscalYears.toSorted((one, other) => (one.starts_on < other.starts_on ? -1 : 1));
  const years = known.map((year) => buildPlanYear(year.code, year.starts_on, year.ends_on));
  const buildAssumedYear = (starts_on: PlainDate, ends_on: PlainDate): PlanYear =>
    buildPlanYear(ends_on.slice(0, 4), starts_on, ends_on);
  const buildFollowingYear = ({ ends_on }: PlanYear): PlanYear =>
    buildAssumedYear(getNextDay(ends_on), getDayBefore(addMonths(getNextDay(ends_on), MONTHS)));
  const buildPrecedingYear = ({ starts_on }: PlanYear): PlanYear =>
    buildAssumedYear(addMonths(starts_on, -MONTHS), getDayBefore(starts_on));
  const getYearAt = (index: number): PlanYear => {
    while (index >= years.length) years.push(buildFollowingYear(years.at(-1)!));
    return years[index]!;
  };
  const locateYear = (date: PlainDate): PlanYear => {
    while (date < years[0]!.starts_on) years.unshift(buildPrecedingYear(years[0]!));
    let low = 0;
    while (getYearAt(low).ends_on < date) low += 1;
    return years[low]!;
  };
  if (days === '360')
    return {
      unitsAYear: 360,
      unitsAMonth: 30,
      findYear: locateYear,
      getNextYear: (year) => getYearAt(years.indexOf(year) + 1),
      countUnits: countDays360,
    };
  return {
    unitsAYear: UNITS_A_YEAR,
    unitsAMonth: UNITS_A_YEAR / MONTHS,
    findYear: locateYear,
    getNextYear: (year) => getYearAt(years.indexOf(year) + 1),
    countUnits: (from, to, { unitsADay }) => (countDaysBetween(from, to) + 1) * unitsADay,
  };
}

/**
 * The units per day depend on the number of days in the twelve months up to the year end, even if the year is longer or
 * shorter.
 */
function buildPlanYear(code: string, starts_on: PlainDate, ends_on: PlainDate): PlanYear {
  const next = getNextDay(ends_on);
  return { code, starts_on, ends_on, unitsADay: UNITS_A_YEAR / countDaysBetween(addMonths(next, -MONTHS), next) };
}

/** Counts both dates. The last day of a month counts as the thirtieth. */
export function countDays360(from: PlainDate, to: PlainDate): number {
  const [fromYear, fromMonth, fromDay] = splitDate(from);
  const [toYear, toMonth, toDay] = splitDate(to);
  const last = to === getLastDayOfMonth(to) ? 30 : Math.min(toDay, 30);
  return (toYear - fromYear) * 360 + (toMonth - fromMonth) * 30 + last - Math.min(fromDay, 30) + 1;
}

const splitDate = (date: PlainDate): readonly [number, number, number] => [
  Number(date.slice(0, 4)),
  Number(date.slice(5, 7)),
  Number(date.slice(8)),
];
