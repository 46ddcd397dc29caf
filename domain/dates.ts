/** Plain calendar dates as `YYYY-MM-DD` strings, which compare as text. No time zone ever touches an entry date. */
export type PlainDate = string;

/** Made when it is first read: the rules of a time zone take longer to load than most of the service. */
let booksClock: Intl.DateTimeFormat | null = null;

/**
 * The day that it is in the books at an instant. Belgium, France and Luxembourg share one clock: a deadline ends with the
 * day there, not in Greenwich.
 */
export function bookDate(instant: Date): PlainDate {
  booksClock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' });
  return booksClock.format(instant);
}

/** The last instant of a day of the books, in UTC. */
export function endOfBookDay(date: PlainDate): string {
  const next = nextDay(date);
  // Between an hour and two before the day begins in Greenwich; the clock of earlier times was off by less.
  const starts = [21, 22, 23].map((hour) => new Date(`${date}T${hour}:00:00Z`));
  const start = starts.find((instant) => bookDate(instant) === next) ?? new Date(`${next}T00:00:00Z`);
  return `${new Date(start.getTime() - 1).toISOString().slice(0, -1)}999Z`;
}

/*
 * Days are reckoned as numbers: plans of assets and schedules ask for thousands, and a Date with its text takes ten times as long. A
 * year is counted from March, so that a leap day is its last one; four hundred years have the same number of days each time.
 */

const DAYS_OF_400_YEARS = 146_097;
/** From the first of March of the year 0 to the first day of 1970. */
const BEFORE_1970 = 719_468;

/** Since the first day of 1970. */
function dayNumber(date: PlainDate): number {
  const month = Number(date.slice(5, 7));
  const year = Number(date.slice(0, 4)) - (month <= 2 ? 1 : 0);
  const era = Math.floor(year / 400);
  const ofEra = year - era * 400;
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + Number(date.slice(8, 10)) - 1;
  return era * DAYS_OF_400_YEARS + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - BEFORE_1970;
}

function dateOf(number: number): PlainDate {
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
  return written(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day);
}

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));

function written(year: number, month: number, day: number): PlainDate {
  // Beyond four digits as ISO 8601 has it, cut: no date of the books lies there.
  if (year < 0 || year > 9999) return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  return `${year > 999 ? year : String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function lastOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : DAYS_OF_MONTH[month - 1]!;
}

export const nextDay = (date: PlainDate): PlainDate => dateOf(dayNumber(date) + 1);

export const daysLater = (date: PlainDate, days: number): PlainDate => dateOf(dayNumber(date) + days);

export function lastDayOfMonth(date: PlainDate): PlainDate {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return written(year, month, lastOf(year, month));
}

/** The same day so many months later, or the last day of that month when it is shorter. */
export function monthsLater(date: PlainDate, months: number): PlainDate {
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months;
  const [year, month] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  return written(year, month, Math.min(Number(date.slice(8, 10)), lastOf(year, month)));
}

/** How many calendar months the range touches: 2026-01-15 to 2026-03-01 is 3. */
export function monthsTouched(from: PlainDate, to: PlainDate): number {
  const months = (date: PlainDate) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return months(to) - months(from) + 1;
}

/** The calendar months of a range, the first and last cut to it. */
export function monthsOf(from: PlainDate, to: PlainDate): { starts_on: PlainDate; ends_on: PlainDate }[] {
  const months: { starts_on: PlainDate; ends_on: PlainDate }[] = [];
  for (let start = from; start <= to;) {
    const end = lastDayOfMonth(start) < to ? lastDayOfMonth(start) : to;
    months.push({ starts_on: start, ends_on: end });
    if (end === to) break; // Behind the last day of the year 9999 there is none that compares as text.
    start = nextDay(end);
  }
  return months;
}

/** The calendar quarters of a range, the first and last cut to it. */
export function quartersOf(from: PlainDate, to: PlainDate): { starts_on: PlainDate; ends_on: PlainDate }[] {
  const quarters: { starts_on: PlainDate; ends_on: PlainDate }[] = [];
  for (const month of monthsOf(from, to)) {
    const last = quarters.at(-1);
    if (last && quarterOf(last.starts_on) === quarterOf(month.starts_on)) last.ends_on = month.ends_on;
    else quarters.push({ ...month });
  }
  return quarters;
}

/** 1 to 4, behind the year: `2026-Q1`. */
export function quarterOf(date: PlainDate): string {
  return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}

/** Days from one date to another; negative when the second is earlier. */
export const daysBetween = (from: PlainDate, to: PlainDate): number => dayNumber(to) - dayNumber(from);

/** First day of the month, quarter (`months` 3) or year (12) of the calendar that a day is in. */
export function startOfPeriod(date: PlainDate, months: number): PlainDate {
  const month = Number(date.slice(5, 7)) - 1;
  return `${date.slice(0, 5)}${String(month - (month % months) + 1).padStart(2, '0')}-01`;
}
