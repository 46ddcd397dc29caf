import type { Language } from '../../domain/language.ts';
import { add } from '../../domain/money.ts';
import type { Cell, Column, Row } from './document.ts';
import { PAGE_WORDS } from './pdf-words.ts';

/** Amounts that a printed table carries from page to page: sums of the rows so far, and balances of the last row. */
export interface CarriedTotals {
  addRow(row: Row): void;
  /** Null if there is nothing to carry yet. */
  buildRow(word: 'carried_forward' | 'brought_forward'): Row | null;
}

/** Null for a table without carried columns. */
export function createCarriedTotals(columns: readonly Column[], language: Language): CarriedTotals | null {
  if (columns.every(({ carries }) => carries === undefined)) return null;
  const nameAt = columns.reduce((widest, column, index) => {
    return column.kind === 'text' && (widest < 0 || column.width > columns[widest]!.width) ? index : widest;
  }, -1);
  let cells: Cell[] = columns.map(() => null);
  let isEmpty = true;
  return {
    addRow(row) {
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
    buildRow(word) {
      if (isEmpty) return null;
      const name = { term: word, text: PAGE_WORDS[word][language] };
      return { cells: cells.map((cell, index) => (index === nameAt ? name : cell)), isTotal: true };
    },
  };
}
