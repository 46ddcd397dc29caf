import { add, isZero, multiply, round, sum, ZERO, type SignedAmount } from '../money.ts';
import type { PeriodSum } from './actuals.ts';
import { toLineSign, toLineType } from './chart.ts';
import type { BudgetLine } from './lines.ts';

/** Creates budget lines from actual amounts, or from another budget, times a factor. */

export type CopiedLine = Pick<BudgetLine, 'account' | 'analytic_code_id' | 'amount' | 'spread'> &
  Partial<Pick<BudgetLine, 'periods' | 'weights'>>;

const multiplyRounded = (amount: SignedAmount, factor: string): SignedAmount => round(multiply(amount, factor));

/**
 * Income and expenses, one line per account, with the original periods. If the number of periods differs, only the total
 * is copied and spread evenly. Lines that are zero in every period are omitted.
 */
export function copyFromActuals(
  sums: readonly PeriodSum[],
  factor: string,
  { from, into }: { readonly from: number; readonly into: number },
): readonly CopiedLine[] {
  const byAccount = new Map<string, SignedAmount[]>();
  for (const { number, type, period, balance } of sums) {
    const kind = toLineType(type);
    if (kind === 'balance') continue;
    let periods = byAccount.get(number);
    if (!periods) byAccount.set(number, (periods = Array<SignedAmount>(from).fill(ZERO)));
    periods[period] = add(periods[period] ?? ZERO, toLineSign(kind, balance));
  }
  return [...byAccount]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([account, amounts]) => copyLine({ account, analytic_code_id: null }, amounts, factor, from === into))
    .filter(({ amount, periods = [] }) => !isZero(amount) || !periods.every(isZero));
}

/** Lines of another budget, with their spread. */
export const copyFromBudget = (
  lines: readonly BudgetLine[],
  factor: string,
  { from, into }: { readonly from: number; readonly into: number },
): readonly CopiedLine[] => lines.map((line) => copyLine(line, line.periods, factor, from === into));

/** Each period is rounded, and the amount is their sum. */
function copyLine(
  { account, analytic_code_id }: Pick<BudgetLine, 'account' | 'analytic_code_id'>,
  amounts: readonly SignedAmount[],
  factor: string,
  isAlike: boolean,
): CopiedLine {
  const line = { account, analytic_code_id };
  if (!isAlike) return { ...line, amount: multiplyRounded(sum(amounts), factor), spread: 'even' };
  const periods = amounts.map((amount) => multiplyRounded(amount, factor));
  return { ...line, amount: sum(periods), spread: 'periods', periods };
}
