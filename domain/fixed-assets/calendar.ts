import { daysBetween, daysLater, lastDayOfMonth, monthsLater, nextDay, type PlainDate } from '../dates.ts';

/** The years that plans are cut into: the fiscal years of the file, and years of twelve months before and behind them. */

interface KnownYear {
  readonly code: string;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
}

export interface PlanYear {
  /** That of the fiscal year, or the calendar year in which it would end. */
  readonly code: string;
  readonly starts_on: PlainDate;
  readonly ends_on: PlainDate;
  /** What a day of it counts: its twelve months have as many units as those of every other year. */
  readonly unitsADay: number;
}

export interface PlanCalendar {
  /** Of a year of twelve months, and of one month. */
  readonly unitsAYear: number;
  readonly unitsAMonth: number;
  /** The year that a day lies in. */
  yearOf(date: PlainDate): PlanYear;
  yearAfter(year: PlanYear): PlanYear;
  /** Units of the days from one to another, both included and both of this year. */
  units(from: PlainDate, to: PlainDate, year: PlanYear): number;
}

/** 365 and 366 days make the same year; twice, so that a month of any year is a whole number too. */
const UNITS_A_YEAR = 2 * 365 * 366;
const MONTHS = 12;

export const dayBefore = (date: PlainDate): PlainDate => daysLater(date, -1);

/** `360`: every month has thirty days. */
export function planCalendar(fiscalYears: readonly KnownYear[], days: 'calendar' | '360'): PlanCalendar {
  const known = fiscalYears.toSorted((one, other) => (one.starts_on < other.starts_on ? -1 : 1));
  const years = known.map((year) => planYear(year.code, year.starts_on, year.ends_on));
  const follow = (starts_on: PlainDate, ends_on: PlainDate): PlanYear =>
    planYear(ends_on.slice(0, 4), starts_on, ends_on);
  const after = ({ ends_on }: PlanYear): PlanYear =>
    follow(nextDay(ends_on), dayBefore(monthsLater(nextDay(ends_on), MONTHS)));
  const before = ({ starts_on }: PlanYear): PlanYear => follow(monthsLater(starts_on, -MONTHS), dayBefore(starts_on));
  const at = (index: number): PlanYear => {
    while (index >= years.length) years.push(after(years.at(-1)!));
    return years[index]!;
  };
  const yearOf = (date: PlainDate): PlanYear => {
    while (date < years[0]!.starts_on) years.unshift(before(years[0]!));
    let low = 0;
    while (at(low).ends_on < date) low += 1;
    return years[low]!;
  };
  if (days === '360')
    return {
      unitsAYear: 360,
      unitsAMonth: 30,
      yearOf,
      yearAfter: (year) => at(years.indexOf(year) + 1),
      units: days360,
    };
  return {
    unitsAYear: UNITS_A_YEAR,
    unitsAMonth: UNITS_A_YEAR / MONTHS,
    yearOf,
    yearAfter: (year) => at(years.indexOf(year) + 1),
    units: (from, to, { unitsADay }) => (daysBetween(from, to) + 1) * unitsADay,
  };
}

/** The days of the twelve months that end with it tell what one of them counts, however long it is itself. */
function planYear(code: string, starts_on: PlainDate, ends_on: PlainDate): PlanYear {
  const next = nextDay(ends_on);
  return { code, starts_on, ends_on, unitsADay: UNITS_A_YEAR / daysBetween(monthsLater(next, -MONTHS), next) };
}

/** Both days included; the last day of a month is its thirtieth. */
export function days360(from: PlainDate, to: PlainDate): number {
  const [fromYear, fromMonth, fromDay] = partsOf(from);
  const [toYear, toMonth, toDay] = partsOf(to);
  const last = to === lastDayOfMonth(to) ? 30 : Math.min(toDay, 30);
  return (toYear - fromYear) * 360 + (toMonth - fromMonth) * 30 + last - Math.min(fromDay, 30) + 1;
}

const partsOf = (date: PlainDate): readonly [number, number, number] => [
  Number(date.slice(0, 4)),
  Number(date.slice(5, 7)),
  Number(date.slice(8)),
];
