import type { PlainDate } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import { DECIMAL_MARK, writtenAmount } from '../i18n/format-values.ts';
import { textOf, type Cell, type ColumnKind } from './document.ts';

/** How numbers and dates are written on paper. */

export { DECIMAL_MARK, writtenAmount };

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
  if (typeof cell === 'string' && kind === 'percent') return `${writtenAmount(cell, language)}\u00a0%`;
  if (typeof cell === 'string' && kind === 'date') return writtenDate(cell, language);
  return textOf(cell);
}
