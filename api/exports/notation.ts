import type { Language } from '../../domain/language.ts';
import { DECIMAL_MARK, formatDate, formatLocalAmount } from '../../domain/local-notation.ts';
import { getCellText, type Cell, type ColumnKind } from './document.ts';

/** Formats numbers and dates for print. */

export { DECIMAL_MARK, formatDate, formatLocalAmount };

export function formatCell(cell: Cell, kind: ColumnKind, language: Language): string {
  if (cell === null) return '';
  if (typeof cell === 'string' && kind === 'amount') return formatLocalAmount(cell, language);
  if (typeof cell === 'string' && kind === 'percent') return `${formatLocalAmount(cell, language)}\u00a0%`;
  if (typeof cell === 'string' && kind === 'date') return formatDate(cell, language);
  return getCellText(cell);
}
