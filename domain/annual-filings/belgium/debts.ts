import { addMonths, type PlainDate } from '../../dates.ts';
import { isZero, negate, subtract, sum, type SignedAmount } from '../../money.ts';
import type { FiledOpenItem } from '../form.ts';

/** Debts of more than one year by the time that they still run. */

const ONE_YEAR = 12;
const FIVE_YEARS = 60;

/** 8912 up to five years, 8913 more. Empty if the due dates of the open items do not explain the whole rubric 17. */
export function computeDebtsByDueDate(
  openItems: readonly FiledOpenItem[],
  endsOn: PlainDate,
  total: SignedAmount,
): ReadonlyMap<string, SignedAmount> {
  const [afterOne, afterFive] = [addMonths(endsOn, ONE_YEAR), addMonths(endsOn, FIVE_YEARS)];
  const debts = openItems.filter(({ account, due_on }) => account.startsWith('17') && due_on > afterOne);
  const sumOf = (items: readonly FiledOpenItem[]): SignedAmount => negate(sum(items.map(({ amount }) => amount)));
  const later = sumOf(debts.filter(({ due_on }) => due_on > afterFive));
  const sooner = subtract(sumOf(debts), later);
  if (isZero(total) || !isZero(subtract(total, sumOf(debts)))) return new Map();
  return new Map([
    ['8912', sooner],
    ['8913', later],
  ]);
}
