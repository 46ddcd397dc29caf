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

export function nextDay(date: PlainDate): PlainDate {
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

export function daysLater(date: PlainDate, days: number): PlainDate {
  const later = new Date(`${date}T00:00:00Z`);
  later.setUTCDate(later.getUTCDate() + days);
  return later.toISOString().slice(0, 10);
}

export function lastDayOfMonth(date: PlainDate): PlainDate {
  const last = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return last.toISOString().slice(0, 10);
}

/** The same day so many months later, or the last day of that month when it is shorter. */
export function monthsLater(date: PlainDate, months: number): PlainDate {
  const first = new Date(`${date.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = lastDayOfMonth(first.toISOString().slice(0, 10));
  const sameDay = `${last.slice(0, 8)}${date.slice(8)}`;
  return sameDay < last ? sameDay : last;
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
export function daysBetween(from: PlainDate, to: PlainDate): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;
}

/** First day of the month, quarter (`months` 3) or year (12) of the calendar that a day is in. */
export function startOfPeriod(date: PlainDate, months: number): PlainDate {
  const month = Number(date.slice(5, 7)) - 1;
  return `${date.slice(0, 5)}${String(month - (month % months) + 1).padStart(2, '0')}-01`;
}
