import { addDays, getNextDay, type PlainDate } from '../dates.ts';
import type { CountryCode } from './pack.ts';

/** Public holidays and working days: a deadline on another day moves to the next working day. */

interface Holidays {
  /** `MM-DD` */
  readonly fixed: readonly string[];
  /** Days after Easter Sunday. */
  readonly behindEaster: readonly number[];
}

const EASTER_MONDAY = 1;
const ASCENSION = 39;
const WHIT_MONDAY = 50;
const MOVABLE = [EASTER_MONDAY, ASCENSION, WHIT_MONDAY];

const HOLIDAYS: Readonly<Record<CountryCode, Holidays>> = {
  BE: { fixed: ['01-01', '05-01', '07-21', '08-15', '11-01', '11-11', '12-25'], behindEaster: MOVABLE },
  FR: { fixed: ['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'], behindEaster: MOVABLE },
  LU: { fixed: ['01-01', '05-01', '05-09', '06-23', '08-15', '11-01', '12-25', '12-26'], behindEaster: MOVABLE },
};

const SATURDAY = 6;
const SUNDAY = 0;

export function isWorkingDay(date: PlainDate, country: CountryCode): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  if (weekday === SATURDAY || weekday === SUNDAY) return false;
  const { fixed, behindEaster } = HOLIDAYS[country];
  if (fixed.includes(date.slice(5))) return false;
  const easter = computeEasterSunday(Number(date.slice(0, 4)));
  return !behindEaster.some((days) => addDays(easter, days) === date);
}

/** The date itself, or the next working day. */
export function getWorkingDayFrom(date: PlainDate, country: CountryCode): PlainDate {
  let day = date;
  while (!isWorkingDay(day, country)) day = getNextDay(day);
  return day;
}

/** Gregorian calendar, using the Meeus/Jones/Butcher algorithm. */
export function computeEasterSunday(year: number): PlainDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const leapCorrection = Math.floor((century + 8) / 25);
  const moonCorrection = Math.floor((century - leapCorrection + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  const month = String(Math.floor(days / 31)).padStart(2, '0');
  return `${year}-${month}-${String((days % 31) + 1).padStart(2, '0')}`;
}
