import type { PlainDate } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import type { Amount } from '../../domain/money.ts';
import { textOf, type Cell, type ColumnKind } from './document.ts';

/** How numbers and dates are written on paper. Ours rather than that of the runtime, which differs by version. */

const NO_BREAK_SPACE = '\u00a0';
const GROUPS: Readonly<Record<Language, string>> = { fr: NO_BREAK_SPACE, nl: '.', en: ',', de: '.' };
export const DECIMAL_MARK: Readonly<Record<Language, string>> = { fr: ',', nl: ',', en: '.', de: ',' };

/** `-1234.56` → `-1 234,56` */
export function writtenAmount(amount: Amount, language: Language): string {
  const [whole = '', decimals = ''] = amount.split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, GROUPS[language]) + DECIMAL_MARK[language] + decimals;
}

const ENGLISH_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** In English the month is a word: 01/02 is another day in London than in New York. */
export function writtenDate(date: PlainDate, language: Language): string {
  const [year = '', month = '', day = ''] = date.split('-');
  if (language === 'en') return `${day} ${ENGLISH_MONTHS[Number(month) - 1]} ${year}`;
  return [day, month, year].join(language === 'de' ? '.' : '/');
}

export function writtenCell(cell: Cell, kind: ColumnKind, language: Language): string {
  if (cell === null) return '';
  if (typeof cell === 'string' && kind === 'amount') return writtenAmount(cell, language);
  if (typeof cell === 'string' && kind === 'date') return writtenDate(cell, language);
  return textOf(cell);
}
