import { computeWeights, spreadByWeights } from '../../domain/budgets/spread.ts';
import { subtract, sum, ZERO } from '../../domain/money.ts';
import { parseAmount } from '../support/parse-amount.ts';
import type { Language } from '../support/words.ts';
import type { Budget, BudgetLine, ComparedRow } from './answers.ts';

/** The amounts of a budget while they are edited. */

export interface GridRow {
  /** Stays the same while rows are added and removed. */
  readonly key: number;
  readonly account: string | null;
  readonly analyticCodeId: number | null;
  /** One per period, as typed: no amount as long as the text is wrong. */
  readonly cells: readonly string[];
  /** The line as it was read; null for a new one. */
  readonly line: BudgetLine | null;
  readonly isChanged: boolean;
}

export const toRows = ({ lines }: Budget): readonly GridRow[] =>
  lines.map((line, key) => ({
    key,
    account: line.account,
    analyticCodeId: line.analytic_code_id,
    cells: line.periods,
    line,
    isChanged: false,
  }));

export const createRow = (key: number, account: string, count: number): GridRow => ({
  key,
  account,
  analyticCodeId: null,
  cells: Array<string>(count).fill('0.00'),
  line: null,
  isChanged: true,
});

/** Reads what is typed or pasted; an empty cell is zero, a wrong one stays as it is. */
export const readCell = (text: string, language: Language): string =>
  text.trim() === '' ? '0.00' : (parseAmount(text, language) ?? text);

const AMOUNT = /^-?\d+\.\d\d$/;
export const isCellWrong = (cell: string): boolean => !AMOUNT.test(cell);

export const sumRow = ({ cells }: GridRow): string => sum(cells.filter((cell) => !isCellWrong(cell)));

export const setCell = (row: GridRow, period: number, cell: string): GridRow =>
  row.cells[period] === cell ? row : { ...row, cells: row.cells.with(period, cell), isChanged: true };

/** Another amount for the year keeps the proportions of its periods. */
export function setTotal(row: GridRow, total: string): GridRow {
  if (isCellWrong(total) || total === sumRow(row)) return row;
  const weights = computeWeights(row.cells.map((cell) => (isCellWrong(cell) ? '0.00' : cell)));
  return { ...row, cells: spreadByWeights(total, weights), isChanged: true };
}

/** Cells copied from a spreadsheet: columns are separated by tabs, rows by line ends. */
export const readPasted = (text: string): readonly (readonly string[])[] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));

interface Pasted {
  readonly cells: readonly (readonly string[])[];
  /** Where the first one goes. */
  readonly row: number;
  readonly period: number;
}

/** Fills the cells to the right of the first one and below it; what does not fit is left out. */
export function pasteCells(rows: readonly GridRow[], pasted: Pasted, language: Language): readonly GridRow[] {
  return rows.map((row, index) => {
    const given = pasted.cells[index - pasted.row] ?? [];
    return given.reduce(
      (before, text, offset) =>
        pasted.period + offset < row.cells.length
          ? setCell(before, pasted.period + offset, readCell(text, language))
          : before,
      row,
    );
  });
}

/** Unchanged lines keep how they were spread. */
export const toLines = (rows: readonly GridRow[]): readonly object[] =>
  rows.map(({ account, analyticCodeId, cells, line, isChanged }) =>
    line && !isChanged ? line : { account, analytic_code_id: analyticCodeId, spread: 'periods', periods: cells },
  );

/** Income less expenses of some amounts, by the types of their rows; others are not part of the result. */
export function computeResult(amounts: readonly string[], types: readonly ComparedRow['type'][]): string {
  const sumTypes = (wanted: readonly ComparedRow['type'][]): string =>
    sum(amounts.map((amount, index) => (wanted.includes(types[index]!) && !isCellWrong(amount) ? amount : ZERO)));
  return subtract(sumTypes(['income', 'result']), sumTypes(['expense']));
}

/** In the charts of the three countries, expenses are in class 6 and income is in class 7. */
export function guessType(account: string | null): ComparedRow['type'] {
  if (account?.startsWith('7')) return 'income';
  return account?.startsWith('6') ? 'expense' : 'balance';
}
