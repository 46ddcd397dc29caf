import type { PlainDate } from './dates.ts';
import type { Language } from './language.ts';
import type { Amount } from './money.ts';

/** Numbers and dates as they are written in a language. We do not use the runtime's, because it differs by version. */

const NO_BREAK_SPACE = '\u00a0';
const GROUPS: Readonly<Record<Language, string>> = { fr: NO_BREAK_SPACE, nl: '.', en: ',', de: '.' };
export const DECIMAL_MARK: Readonly<Record<Language, string>> = { fr: ',', nl: ',', en: '.', de: ',' };

/** `-1234.56` → `-1 234,56`; an amount without decimals gets none. */
export function formatLocalAmount(amount: Amount, language: Language): string {
  const [whole = '', decimals] = amount.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, GROUPS[language]);
  return decimals === undefined ? grouped : grouped + DECIMAL_MARK[language] + decimals;
}

const ENGLISH_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** In English the month is a word, because 01/02 is ambiguous between British and American usage. */
export function formatDate(date: PlainDate, language: Language): string {
  const [year = '', month = '', day = ''] = date.split('-');
  if (language === 'en') return `${day} ${ENGLISH_MONTHS[Number(month) - 1]} ${year}`;
  return [day, month, year].join(language === 'de' ? '.' : '/');
}
