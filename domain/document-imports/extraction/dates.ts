import { addDays, getLastDayOfMonth, type PlainDate } from '../../dates.ts';
import { toSearchable } from '../../text.ts';

/** Dates in the notations of four languages. */
export interface FoundDate {
  readonly date: PlainDate;
  readonly start: number;
  readonly end: number;
}

/** First letters of the month names, long enough to be unique. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan'],
  ['fev', 'feb'],
  ['mar', 'mrt', 'maa', 'marz', 'maerz'],
  ['avr', 'apr'],
  ['mai', 'mei', 'may'],
  ['juin', 'jun'],
  ['juil', 'jul'],
  ['aou', 'aug'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez'],
];

const parseMonth = (name: string): number =>
  1 + MONTHS.findIndex((beginnings) => beginnings.some((beginning) => name.startsWith(beginning)));

const NUMERIC = /(?<![\d./-])(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?![\d/]|[.-]\d)/g;
const ISO = /(?<![\d-])(\d{4})([-/.])(\d{2})\2(\d{2})(?!\d)/g;
const DAY_FIRST =
  /(?<!\d)(\d{1,2})(?:er|e|ste|de|st|nd|rd|th)?[. -]{1,2}(?:de |of )?([a-z]{3,10})\.?,?[ -](\d{4}|\d{2})(?!\d)/g;
const MONTH_FIRST = /(?<![a-z])([a-z]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/g;

/** In order of position. */
export function extractDates(text: string): FoundDate[] {
  // Accented letters are replaced one for one, so that positions do not change.
  const plain = toSearchable(text).length === text.length ? toSearchable(text) : text.toLowerCase();
  const found: FoundDate[] = [];
  const addDate = (match: RegExpMatchArray, year: string, month: number, day: number): void => {
    const date = buildDate(year, month, day);
    const start = match.index ?? 0;
    if (date !== null && !found.some((other) => start < other.end && other.start < start + match[0].length))
      found.push({ date, start, end: start + match[0].length });
  };
  for (const match of plain.matchAll(ISO)) addDate(match, match[1]!, Number(match[3]), Number(match[4]));
  for (const match of plain.matchAll(NUMERIC)) {
    const [one, other] = [Number(match[1]), Number(match[3])];
    // The day comes first, unless that is impossible.
    if (other > 12 && one <= 12) addDate(match, match[4]!, one, other);
    else addDate(match, match[4]!, other, one);
  }
  for (const match of plain.matchAll(DAY_FIRST)) addDate(match, match[3]!, parseMonth(match[2]!), Number(match[1]));
  for (const match of plain.matchAll(MONTH_FIRST)) addDate(match, match[3]!, parseMonth(match[1]!), Number(match[2]));
  return found.sort((one, other) => one.start - other.start);
}

function buildDate(year: string, month: number, day: number): PlainDate | null {
  const full = year.length === 2 ? 2000 + Number(year) : Number(year);
  if (full < 1990 || full > 2099 || month < 1 || month > 12 || day < 1) return null;
  const first = `${full}-${String(month).padStart(2, '0')}-01`;
  const date = `${first.slice(0, 8)}${String(day).padStart(2, '0')}`;
  return date <= getLastDayOfMonth(first) && day <= 31 ? date : null;
}

const TERM = /(?<!\d)(\d{1,3})\s*(?:jours?|dagen|days?|tagen?|kalenderdagen|calendar days)\b/;
const END_OF_MONTH = /fin de mois|einde maand|end of month|monatsende|fdm\b/;
const PAYMENT =
  /paiement|payable|echeance|betaal|betaling|vervalda|payment|due|zahlbar|zahlung|fallig|net\b|netto|reglement|conditions/;

/** Due date, if the terms state a number of days; otherwise null. */
export function computeDueDate(text: string, date: PlainDate): PlainDate | null {
  const plain = toSearchable(text);
  const days = Number(TERM.exec(plain)?.[1]);
  if (!PAYMENT.test(plain) || !Number.isInteger(days) || days > 180) return null;
  const due = addDays(date, days);
  return END_OF_MONTH.test(plain) ? getLastDayOfMonth(due) : due;
}
