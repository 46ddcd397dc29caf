import { addDays, type PlainDate } from '../dates.ts';

/** Days on which TARGET settles euro payments: all days except Saturdays, Sundays and its six holidays. */

/** Easter Sunday in the Gregorian calendar (anonymous computus). */
export function computeEasterSunday(year: number): PlainDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const leapCenturies = Math.floor(century / 4);
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leapCenturies - correction + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const dayOfYear = epact + toSunday - 7 * shift + 114;
  const month = Math.floor(dayOfYear / 31);
  const day = (dayOfYear % 31) + 1;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const FIXED_HOLIDAYS: ReadonlySet<string> = new Set(['01-01', '05-01', '12-25', '12-26']);

export function isBankWorkingDay(date: PlainDate): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6 || FIXED_HOLIDAYS.has(date.slice(5))) return false;
  const easter = computeEasterSunday(Number(date.slice(0, 4)));
  return date !== addDays(easter, -2) && date !== addDays(easter, 1);
}

/** Returns the day itself if it is a bank working day, else the next one. */
export function findNextBankWorkingDay(date: PlainDate): PlainDate {
  let day = date;
  while (!isBankWorkingDay(day)) day = addDays(day, 1);
  return day;
}
