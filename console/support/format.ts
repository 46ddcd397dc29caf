import type { Language } from './words.ts';

/** Formats figures and dates for the locale of the reader. */

const LOCALES: Readonly<Record<Language, string>> = { fr: 'fr-BE', nl: 'nl-BE', en: 'en-GB', de: 'de-LU' };

export interface Format {
  amount(value: string): string;
  day(value: string): string;
  moment(value: string): string;
  /** Without seconds. */
  minute(value: string): string;
  /** Hours and minutes. */
  time(value: string): string;
  count(value: number): string;
  /** 0.301 → 30.1% */
  share(value: number, decimals: number): string;
  /** Whether the number takes the singular, as zero does in French. */
  isOne(value: number): boolean;
}

const MOST_TEXTS = 1_000;

/** In threes from the right. */
function groupDigits(digits: string, separator: string): string {
  let grouped = digits.slice(-3);
  for (let end = digits.length - 3; end > 0; end -= 3)
    grouped = `${digits.slice(Math.max(0, end - 3), end)}${separator}${grouped}`;
  return grouped;
}

/** Tables repeat a few days, and the browser takes longer for one of them than for an amount. */
function rememberTexts(format: (value: string) => string): (value: string) => string {
  const texts = new Map<string, string>();
  return (value) => {
    let text = texts.get(value);
    if (text === undefined) {
      text = format(value);
      if (texts.size >= MOST_TEXTS) texts.clear();
      texts.set(value, text);
    }
    return text;
  };
}

export function createFormat(language: Language): Format {
  const locale = LOCALES[language];
  const number = new Intl.NumberFormat(locale);
  const days = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' });
  const moments = new Intl.DateTimeFormat(locale, {
    timeZone: 'Europe/Brussels',
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
  const minutes = new Intl.DateTimeFormat(locale, {
    timeZone: 'Europe/Brussels',
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const times = new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Brussels', timeStyle: 'short' });
  const plurals = new Intl.PluralRules(locale);
  const point = number.formatToParts(1.5).find(({ type }) => type === 'decimal')!.value;
  const separator = number.formatToParts(1_000_000).find(({ type }) => type === 'group')!.value;
  const formatDay = rememberTexts((day) => days.format(new Date(`${day}T00:00:00Z`)));
  return {
    /** Formats the text directly, never through a floating-point number, and fast: a table has hundreds of amounts. */
    amount(value) {
      const [, sign, whole, cents] = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
      if (whole === undefined) return value;
      return `${sign}${groupDigits(whole, separator)}${cents === undefined ? '' : `${point}${cents}`}`;
    },
    day: (value) => (value === '' ? '' : formatDay(value.slice(0, 10))),
    minute: (value) => (value === '' ? '' : minutes.format(new Date(value))),
    moment: (value) => (value === '' ? '' : moments.format(new Date(value))),
    time: (value) => (value === '' ? '' : times.format(new Date(value))),
    count: (value) => number.format(value),
    share: (value, decimals) =>
      new Intl.NumberFormat(locale, {
        style: 'percent',
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }).format(value),
    isOne: (value) => plurals.select(value) === 'one',
  };
}
