import { isWorkingDay } from '../country-packs/holidays.ts';
import type { CountryCode } from '../country-packs/pack.ts';
import { countDaysBetween, addDays, getLastDayOfMonth, addMonths, type PlainDate } from '../dates.ts';
import type { Schedule, ScheduleUnit } from './recurring-events.ts';

/**
 * The dates of a schedule. Each is counted from the first date, not from the previous one: a schedule that starts on the
 * 31st falls on 28 February and again on 31 March.
 */

const DAYS: Readonly<Partial<Record<ScheduleUnit, number>>> = { day: 1, week: 7 };
const MONTHS: Readonly<Partial<Record<ScheduleUnit, number>>> = { month: 1, quarter: 3, year: 12 };

/** No dates are generated after this day. */
const LAST_DAY = '2999-12-31';
/** Longer than any sequence of holidays and weekends. */
const FURTHEST_SHIFT_DAYS = 14;

export const isDayBased = (unit: ScheduleUnit): boolean => DAYS[unit] !== undefined;

/** In ascending order, after a date. Dates that move to the same working day count once. */
export function* generateDates(
  schedule: Schedule,
  country: CountryCode,
  after: PlainDate | null = null,
): Generator<PlainDate> {
  const { until, count } = schedule;
  const last = until === null || until > LAST_DAY ? LAST_DAY : until;
  let given = 0;
  let latest: PlainDate | null = null;
  // With a `count`, dates are counted from the first one. Otherwise, early dates can be skipped.
  for (let index = count === null && after !== null ? findIndexBefore(schedule, after) : 0; ; index += 1) {
    const nominal = computeNominalDate(schedule, index);
    if (nominal > last) return;
    const date = shiftToWorkingDay(nominal, schedule.shift, country);
    if (date === latest) continue;
    latest = date;
    given += 1;
    if (after === null || date > after) yield date;
    if (given === count) return;
  }
}

export function hasDate(schedule: Schedule, country: CountryCode, date: PlainDate): boolean {
  const [first] = generateDates(schedule, country, addDays(date, -1));
  return first === date;
}

function computeNominalDate({ every, unit, starts_on, month_end }: Schedule, index: number): PlainDate {
  const days = DAYS[unit];
  if (days !== undefined) return addDays(starts_on, index * every * days);
  const date = addMonths(starts_on, index * every * MONTHS[unit]!);
  return month_end ? getLastDayOfMonth(date) : date;
}

function shiftToWorkingDay(date: PlainDate, shift: Schedule['shift'], country: CountryCode): PlainDate {
  if (shift === 'none') return date;
  const step = shift === 'next' ? 1 : -1;
  let day = date;
  while (!isWorkingDay(day, country)) day = addDays(day, step);
  return day;
}

/** Index of a date that is surely before a day, even after shifting. 0 if there is none. */
function findIndexBefore({ every, unit, starts_on }: Schedule, day: PlainDate): number {
  const earlier = addDays(day, -FURTHEST_SHIFT_DAYS);
  const days = DAYS[unit];
  const steps =
    days === undefined
      ? countMonthsBetween(starts_on, earlier) / (every * MONTHS[unit]!)
      : countDaysBetween(starts_on, earlier) / (every * days);
  return Math.max(0, Math.floor(steps) - 1);
}

const countMonthsBetween = (from: PlainDate, to: PlainDate): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
