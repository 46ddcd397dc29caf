import { absolute, add, divide, isZero, multiply, subtract, ZERO } from '../../domain/money.ts';
import type { Format } from '../support/format.ts';
import type { ComparedFigures, ComparedPeriod } from './answers.ts';

/** Figures of a line or a total by month, as the chart and the table beside it show them. */

export interface MonthFigures {
  readonly label: string;
  readonly startsOn: string;
  readonly budget: string;
  /** Null for months to come, so that a line ends today instead of staying flat. */
  readonly actual: string | null;
  readonly previous: string | null;
  /** Actual minus budget. */
  readonly variance: string | null;
  readonly percent: string | null;
}

export function buildMonths(
  figures: ComparedFigures,
  periods: readonly ComparedPeriod[],
  { asOf, isCumulated }: { readonly asOf: string; readonly isCumulated: boolean },
): readonly MonthFigures[] {
  let [budget, actual, previous] = [ZERO, ZERO, ZERO];
  return figures.periods.map((one, index) => {
    const period = periods[index]!;
    const hasBegun = period.starts_on.slice(0, 10) <= asOf;
    [budget, actual, previous] = isCumulated
      ? [add(budget, one.budget), add(actual, one.actual), add(previous, one.previous_actual ?? ZERO)]
      : [one.budget, one.actual, one.previous_actual ?? ZERO];
    const variance = hasBegun ? subtract(actual, budget) : null;
    return {
      label: period.label,
      startsOn: period.starts_on.slice(0, 10),
      budget,
      actual: hasBegun ? actual : null,
      previous: one.previous_actual === null ? null : previous,
      variance,
      percent: variance === null ? null : computePercent(variance, budget),
    };
  });
}

/** Null if nothing was planned. */
export const computePercent = (variance: string, budget: string): string | null =>
  isZero(budget) ? null : divide(multiply(variance, '100'), absolute(budget), 1);

export const formatPercent = (percent: string | null, format: Format): string =>
  percent === null ? '–' : `${withSign(percent.replace(/\.(\d)\d$/, '.$1'), format)} %`;

/** The sign tells more or less, also to those who do not see the colour. */
export const withSign = (amount: string, format: Format): string =>
  `${/^-|^0+(\.0+)?$/.test(amount) ? '' : '+'}${format.amount(amount)}`;

/** More expenses than planned are bad, more income is good. */
export function judgeVariance(variance: string | null, isExpense: boolean): 'better' | 'worse' | '' {
  if (variance === null || isZero(variance)) return '';
  return variance.startsWith('-') === isExpense ? 'better' : 'worse';
}
