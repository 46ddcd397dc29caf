import { RATE_PLACES } from '../../../domain/currency/rates.ts';
import { absolute, negate, ZERO } from '../../../domain/money.ts';
import type { ImportRow } from '../../../domain/records/import.ts';
import type { Problem } from '../../../domain/refusal.ts';
import { amount, date, decimal, type Field } from '../../http/input/fields.ts';
import { listProblems } from '../../http/input/problems.ts';

/** Cells whose columns are declared as texts, because people write amounts and rates in many ways. */

/** Created once: a file has thousands of cells. */
export const CELL_SCHEMAS = {
  amount: amount(),
  signedAmount: amount({ signed: true }),
  rate: decimal(RATE_PLACES, '999999999.99999999'),
  percentage: decimal(2, '100.00'),
  date: date(),
} as const;

/** Reads a cell of a row; null if it is empty or wrong. The problems are collected. */
export type CellReader = (name: string, schema: Field<string>) => string | null;

export function createCellReader({ line, data }: ImportRow, problems: Problem[]): CellReader {
  return (name, schema) => {
    const cell = data[name];
    if (!cell) return null;
    const parsed = schema.safeParse(cell);
    if (parsed.success) return parsed.data;
    const field = `lines.${line}.${name}`;
    problems.push(...listProblems(parsed.error, name).map((problem) => ({ ...problem, field })));
    return null;
  };
}

/** Lists with two columns of amounts rarely sign the amount in currency: the side is that of the line. */
export const signLikeLine = (currencyAmount: string | null, credit: string): string | null =>
  currencyAmount === null ? null : credit === ZERO ? absolute(currencyAmount) : negate(absolute(currencyAmount));
