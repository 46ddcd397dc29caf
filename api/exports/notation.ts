import type { PlainDate } from '../../domain/dates.ts';
import type { Language } from '../../domain/language.ts';
import { DECIMAL_MARK, formatLocalAmount } from '../i18n/format-values.ts';
import { getCellText, type Cell, type ColumnKind } from './document.ts';

/** Formats numbers and dates for print. */

export { DECIMAL_MARK, formatLocalAmount };

const ENGLISH_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** In English the month is a word, because 01/02 is ambiguous between British and American usage. */
export function formatDate(date: PlainDate, language: Language): string {
  const [year = '', month = '', day = ''] = date.split('-');
  if (language === 'en') return `${day} ${ENGLISH_MONTHS[Number(month) - 1]} ${year}`;
  return [day, month, year].join(language === 'de' ? '.' : '/');
}

export function formatCell(cell: Cell, kind: ColumnKind, language: Language): string {
  if (cell === null) return '';
  if (typeof cell === 'string' && kind === 'amount') return formatLocalAmount(cell, language);
  if (typeof cell === 'string' && kind === 'percent') return `${formatLocalAmount(cell, language)}\u00a0%`;
  if (typeof cell === 'string' && kind === 'date') return formatDate(cell, language);
  return getCellText(cell);
}
