import { getLastDayOfMonth, type PlainDate } from '../dates.ts';

/** Falls back to the last day of a shorter month. */
export function getDayOfMonth(firstDay: PlainDate, day: number): PlainDate {
  const requested = `${firstDay.slice(0, 8)}${String(day).padStart(2, '0')}`;
  const last = getLastDayOfMonth(firstDay);
  return requested < last ? requested : last;
}
