/** Plain calendar dates as `YYYY-MM-DD` strings, which compare as text. Entry dates have no time zone. */
export type PlainDate = string;

/** Created on first use: loading the time zone rules takes longer than most of the service. */
let booksClock: Intl.DateTimeFormat | null = null;

/**
 * Date in the books at an instant. Belgium, France and Luxembourg share a time zone: a deadline ends with the day there,
 * not in UTC.
 */
export function toBookDate(instant: Date): PlainDate {
  booksClock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' });
  return booksClock.format(instant);
}

/** The last instant of a book day, in UTC. */
export function getEndOfBookDay(date: PlainDate): string {
  const next = getNextDay(date);
  // One or two hours before midnight UTC; historical offsets differ by less.
  const starts = [21, 22, 23].map((hour) => new Date(`${date}T${hour}:00:00Z`));
  const start = starts.find((instant) => toBookDate(instant) === next) ?? new Date(`${next}T00:00:00Z`);
  return `${new Date(start.getTime() - 1).toISOString().slice(0, -1)}999Z`;
}

/**
 * Dates are computed as numbers: asset plans and schedules need thousands of them, and Date objects are ten times slower.
 * A year starts in March, so that a leap day comes last; every 400 years have the same number of days.
 */

const DAYS_OF_400_YEARS = 146_097;
/** From 1 March of year 0 to 1 January 1970. */
const BEFORE_1970 = 719_468;

/** Days since 1 January 1970. */
function toDayNumber(date: PlainDate): number {
  const month = Number(date.slice(5, 7));
  const year = Number(date.slice(0, 4)) - (month <= 2 ? 1 : 0);
  const era = Math.floor(year / 400);
  const ofEra = year - era * 400;
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + Number(date.slice(8, 10)) - 1;
  return era * DAYS_OF_400_YEARS + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - BEFORE_1970;
}

function fromDayNumber(number: number): PlainDate {
  const days = number + BEFORE_1970;
  const era = Math.floor(days / DAYS_OF_400_YEARS);
  const ofEra = days - era * DAYS_OF_400_YEARS;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return formatDate(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day);
}

const padTwoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));

function formatDate(year: number, month: number, day: number): PlainDate {
  // Beyond four digits: ISO 8601 format, truncated; the books contain no such date.
  if (year < 0 || year > 9999) return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  return `${year > 999 ? year : String(year).padStart(4, '0')}-${padTwoDigits(month)}-${padTwoDigits(day)}`;
}

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function getDaysInMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : DAYS_OF_MONTH[month - 1]!;
}

export const getNextDay = (date: PlainDate): PlainDate => fromDayNumber(toDayNumber(date) + 1);

export const addDays = (date: PlainDate, days: number): PlainDate => fromDayNumber(toDayNumber(date) + days);

export function getLastDayOfMonth(date: PlainDate): PlainDate {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return formatDate(year, month, getDaysInMonth(year, month));
}

/** The same day some months later, or the last day of that month if it is shorter. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const [year, month] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  return formatDate(year, month, Math.min(Number(date.slice(8, 10)), getDaysInMonth(year, month)));
}

/** Number of calendar months that the range touches: 2026-01-15 to 2026-03-01 is 3. */
export function countMonthsTouched(from: PlainDate, to: PlainDate): number {
  const toMonthNumber = (date: PlainDate) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return toMonthNumber(to) - toMonthNumber(from) + 1;
}

/** Calendar months of a range, the first and last limited to the range. */
export function splitIntoMonths(from: PlainDate, to: PlainDate): { starts_on: PlainDate; ends_on: PlainDate }[] {
  const months: { starts_on: PlainDate; ends_on: PlainDate }[] = [];
  for (let start = from; start <= to;) {
    const end = getLastDayOfMonth(start) < to ? getLastDayOfMonth(start) : to;
    months.push({ starts_on: start, ends_on: end });
    if (end === to) break; // After the last day of the year 9999, dates no longer compare as text.
    start = getNextDay(end);
  }
  return months;
}

/** Calendar quarters of a range, the first and last limited to the range. */
export function splitIntoQuarters(from: PlainDate, to: PlainDate): { starts_on: PlainDate; ends_on: PlainDate }[] {
  const quarters: { starts_on: PlainDate; ends_on: PlainDate }[] = [];
  for (const month of splitIntoMonths(from, to)) {
    const last = quarters.at(-1);
    if (last && formatQuarter(last.starts_on) === formatQuarter(month.starts_on)) last.ends_on = month.ends_on;
    else quarters.push({ ...month });
  }
  return quarters;
}

/** Year and quarter, 1 to 4: `2026-Q1`. */
export function formatQuarter(date: PlainDate): string {
  return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}

/** Days from one date to another; negative if the second is earlier. */
export const countDaysBetween = (from: PlainDate, to: PlainDate): number => toDayNumber(to) - toDayNumber(from);

/** First day of the calendar month, quarter (`months` 3) or year (12) that contains the date. */
export function getStartOfPeriod(date: PlainDate, months: number): PlainDate {
  const month = Number(date.slice(5, 7)) - 1;
  return `${date.slice(0, 5)}${String(month - (month % months) + 1).padStart(2, '0')}-01`;
}

/** `31/01/2026`, as on paper in all three countries. */
export const formatDayMonthYear = (date: PlainDate): string => date.split('-').toReversed().join('/');
