import { isWorkingDay } from '../country-packs/holidays.ts';
import type { CountryCode } from '../country-packs/pack.ts';
import { daysBetween, daysLater, lastDayOfMonth, monthsLater, type PlainDate } from '../dates.ts';
import type { Schedule, ScheduleUnit } from './recurring-events.ts';

/**
 * The dates of a schedule. Each is counted from the first day and never from the one before, so that what starts on the 31st comes on
 * the 28th of February and on the 31st of March again.
 */

const DAYS: Readonly<Partial<Record<ScheduleUnit, number>>> = { day: 1, week: 7 };
const MONTHS: Readonly<Partial<Record<ScheduleUnit, number>>> = { month: 1, quarter: 3, year: 12 };

/** Behind it no date is read any more. */
const LAST_DAY = '2999-12-31';
/** A date moves past the longest row of holidays and weekends, and no further. */
const FURTHEST_SHIFT_DAYS = 14;

export const isOfDays = (unit: ScheduleUnit): boolean => DAYS[unit] !== undefined;

/** In ascending order, those behind a day; dates that fall on the same working day are one. */
export function* datesOf(
  schedule: Schedule,
  country: CountryCode,
  after: PlainDate | null = null,
): Generator<PlainDate> {
  const { until, count } = schedule;
  const last = until === null || until > LAST_DAY ? LAST_DAY : until;
  let given = 0;
  let latest: PlainDate | null = null;
  // A number of dates is counted from the first one; else what lies far back need not be looked at.
  for (let index = count === null && after !== null ? indexBefore(schedule, after) : 0; ; index += 1) {
    const nominal = nominalDate(schedule, index);
    if (nominal > last) return;
    const date = shifted(nominal, schedule.shift, country);
    if (date === latest) continue;
    latest = date;
    given += 1;
    if (after === null || date > after) yield date;
    if (given === count) return;
  }
}

/** Whether a schedule has this date. */
export function hasDate(schedule: Schedule, country: CountryCode, date: PlainDate): boolean {
  const [first] = datesOf(schedule, country, daysLater(date, -1));
  return first === date;
}

function nominalDate({ every, unit, starts_on, month_end }: Schedule, index: number): PlainDate {
  const days = DAYS[unit];
  if (days !== undefined) return daysLater(starts_on, index * every * days);
  const date = monthsLater(starts_on, index * every * MONTHS[unit]!);
  return month_end ? lastDayOfMonth(date) : date;
}

function shifted(date: PlainDate, shift: Schedule['shift'], country: CountryCode): PlainDate {
  if (shift === 'none') return date;
  const step = shift === 'next' ? 1 : -1;
  let day = date;
  while (!isWorkingDay(day, country)) day = daysLater(day, step);
  return day;
}

/** Of a date that surely lies before a day, whichever way dates are shifted; the first one where none does. */
function indexBefore({ every, unit, starts_on }: Schedule, day: PlainDate): number {
  const earlier = daysLater(day, -FURTHEST_SHIFT_DAYS);
  const days = DAYS[unit];
  const steps =
    days === undefined
      ? monthsBetween(starts_on, earlier) / (every * MONTHS[unit]!)
      : daysBetween(starts_on, earlier) / (every * days);
  return Math.max(0, Math.floor(steps) - 1);
}

const monthsBetween = (from: PlainDate, to: PlainDate): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
