import type { PlainDate } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';

/** Formatting of numbers and dates. We do not use the runtime's, because it differs by version. */

export { DECIMAL_MARK, formatLocalAmount } from '../../domain/local-notation.ts';

const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  fr: [
    'janvier',
    'février',
    'mars',
    'avril',
    'mai',
    'juin',
    'juillet',
    'août',
    'septembre',
    'octobre',
    'novembre',
    'décembre',
  ],
  nl: [
    'januari',
    'februari',
    'maart',
    'april',
    'mei',
    'juni',
    'juli',
    'augustus',
    'september',
    'oktober',
    'november',
    'december',
  ],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  de: [
    'Januar',
    'Februar',
    'März',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
};

/** `2026-05-05` → `5 mai 2026`, for use in a sentence. */
export function formatLongDate(date: PlainDate, language: Language): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const name = MONTHS[language][Number(month) - 1];
  if (name === undefined) return date;
  return `${formatDay(Number(day), language)} ${name} ${year}`;
}

function formatDay(day: number, language: Language): string {
  if (language === 'de') return `${day}.`;
  return language === 'fr' && day === 1 ? '1er' : String(day);
}
