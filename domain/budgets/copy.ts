import { add, isZero, multiply, round, sum, ZERO, type SignedAmount } from '../money.ts';
import type { PeriodSum } from './actuals.ts';
import { inSenseOf, typeOfAccount } from './chart.ts';
import type { BudgetLine } from './lines.ts';

/** Lines of a budget from what was booked, or from another budget, times a factor. */

export type CopiedLine = Pick<BudgetLine, 'account' | 'analytic_code_id' | 'amount' | 'spread'> &
  Partial<Pick<BudgetLine, 'periods' | 'weights'>>;

const times = (amount: SignedAmount, factor: string): SignedAmount => round(multiply(amount, factor));

/**
 * Income and expenses, an account a line and a period as it was. A year of other periods gives its amounts alone, the same in
 * every period. What comes to nothing in every period is left out.
 */
export function copiedFromActuals(
  sums: readonly PeriodSum[],
  factor: string,
  { from, into }: { readonly from: number; readonly into: number },
): readonly CopiedLine[] {
  const byAccount = new Map<string, SignedAmount[]>();
  for (const { number, type, period, balance } of sums) {
    const kind = typeOfAccount(type);
    if (kind === 'balance') continue;
    let periods = byAccount.get(number);
    if (!periods) byAccount.set(number, (periods = Array<SignedAmount>(from).fill(ZERO)));
    periods[period] = add(periods[period] ?? ZERO, inSenseOf(kind, balance));
  }
  return [...byAccount]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([account, amounts]) => copied({ account, analytic_code_id: null }, amounts, factor, from === into))
    .filter(({ amount, periods = [] }) => !isZero(amount) || !periods.every(isZero));
}

/** The lines of another budget, as they are spread there. */
export const copiedFromBudget = (
  lines: readonly BudgetLine[],
  factor: string,
  { from, into }: { readonly from: number; readonly into: number },
): readonly CopiedLine[] => lines.map((line) => copied(line, line.periods, factor, from === into));

/** The periods are rounded one by one, and the amount is what they come to. */
function copied(
  { account, analytic_code_id }: Pick<BudgetLine, 'account' | 'analytic_code_id'>,
  amounts: readonly SignedAmount[],
  factor: string,
  isAlike: boolean,
): CopiedLine {
  const line = { account, analytic_code_id };
  if (!isAlike) return { ...line, amount: times(sum(amounts), factor), spread: 'even' };
  const periods = amounts.map((amount) => times(amount, factor));
  return { ...line, amount: sum(periods), spread: 'periods', periods };
}
