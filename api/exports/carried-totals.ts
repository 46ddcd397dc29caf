import type { Language } from '../../domain/language.ts';
import { add } from '../../domain/money.ts';
import type { Cell, Column, Row } from './document.ts';
import { PAGE_WORDS } from './pdf-words.ts';

/** What a table on paper takes along from page to page: sums of the rows so far, and balances as the last row has them. */
export interface CarriedTotals {
  take(row: Row): void;
  /** Null where there is nothing yet to carry. */
  row(word: 'carried_forward' | 'brought_forward'): Row | null;
}

/** Null for a table that carries nothing. */
export function carriedTotals(columns: readonly Column[], language: Language): CarriedTotals | null {
  if (columns.every(({ carries }) => carries === undefined)) return null;
  const nameAt = columns.reduce((widest, column, index) => {
    return column.kind === 'text' && (widest < 0 || column.width > columns[widest]!.width) ? index : widest;
  }, -1);
  let cells: Cell[] = columns.map(() => null);
  let isEmpty = true;
  return {
    take(row) {
      if (row.isHeading) {
        cells = columns.map(() => null);
        isEmpty = true;
        return;
      }
      columns.forEach(({ carries }, index) => {
        const cell = row.cells[index];
        if (carries === undefined || typeof cell !== 'string') return;
        if (carries === 'last') cells[index] = cell;
        else if (!row.isTotal) cells[index] = add((cells[index] as string | null) ?? '0.00', cell);
        else return;
        isEmpty = false;
      });
    },
    row(word) {
      if (isEmpty) return null;
      const name = { term: word, text: PAGE_WORDS[word][language] };
      return { cells: cells.map((cell, index) => (index === nameAt ? name : cell)), isTotal: true };
    },
  };
}
