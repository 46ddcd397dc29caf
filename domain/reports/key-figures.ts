import { listQuantityTerms, type Quantity } from '../country-packs/key-figures.ts';
import type { AnnualAccountsModel, CountryCode } from '../country-packs/pack.ts';
import { divide, isZero, multiply, negate, round, sum, type SignedAmount } from '../money.ts';

/** Financial ratios, each with its quantities and their rubrics. */

export type FigureUnit = 'amount' | 'percent' | 'ratio' | 'days';

export interface KeyFigure {
  readonly key: string;
  readonly unit: FigureUnit;
  /** Quantities to add. A leading minus subtracts. */
  readonly of: readonly `${'' | '-'}${Quantity}`[];
  /** The divisor. Absent: the figure is an amount. */
  readonly by?: Quantity;
}

export const KEY_FIGURES: readonly KeyFigure[] = [
  { key: 'turnover', unit: 'amount', of: ['turnover'] },
  { key: 'operating_result', unit: 'amount', of: ['operating_result'] },
  { key: 'result', unit: 'amount', of: ['result'] },
  { key: 'equity', unit: 'amount', of: ['equity'] },
  { key: 'cash', unit: 'amount', of: ['cash'] },
  { key: 'working_capital', unit: 'amount', of: ['current_assets', '-short_term_debts'] },
  { key: 'current_ratio', unit: 'ratio', of: ['current_assets'], by: 'short_term_debts' },
  { key: 'quick_ratio', unit: 'ratio', of: ['current_assets', '-stocks'], by: 'short_term_debts' },
  { key: 'solvency', unit: 'percent', of: ['equity'], by: 'total' },
  { key: 'debts_to_equity', unit: 'percent', of: ['debts'], by: 'equity' },
  { key: 'operating_margin', unit: 'percent', of: ['operating_result'], by: 'turnover' },
  { key: 'net_margin', unit: 'percent', of: ['result'], by: 'turnover' },
  { key: 'return_on_equity', unit: 'percent', of: ['result'], by: 'equity' },
  { key: 'return_on_assets', unit: 'percent', of: ['result'], by: 'total' },
  { key: 'days_receivable', unit: 'days', of: ['trade_receivables'], by: 'turnover' },
  { key: 'days_payable', unit: 'days', of: ['trade_payables'], by: 'purchases' },
];

export interface FigureTerm {
  readonly quantity: Quantity;
  readonly part: 'numerator' | 'denominator';
  readonly rubric: string;
  readonly sign: 1 | -1;
  readonly amount: SignedAmount;
}

export interface ComputedFigure extends KeyFigure {
  /** Null if the divisor is zero. */
  readonly value: string | null;
  readonly terms: readonly FigureTerm[];
}

/** Requires the full model of the country, because the formulas use its rubrics. */
export function computeKeyFigures(
  country: CountryCode,
  model: AnnualAccountsModel,
  amounts: ReadonlyMap<string, SignedAmount>,
  days: number,
): readonly ComputedFigure[] {
  const buildTerms = (quantity: Quantity, part: FigureTerm['part'], sign: 1 | -1): FigureTerm[] =>
    listQuantityTerms(country, model.chart, quantity).map((term) => ({
      quantity,
      part,
      rubric: term.rubric,
      sign: sign === term.sign ? 1 : -1,
      amount: amounts.get(term.rubric)!,
    }));
  return KEY_FIGURES.map((figure) => {
    const numerator = figure.of.flatMap((name) =>
      buildTerms(name.replace(/^-/, '') as Quantity, 'numerator', name.startsWith('-') ? -1 : 1),
    );
    const denominator = figure.by === undefined ? [] : buildTerms(figure.by, 'denominator', 1);
    const value = computeValue(
      figure,
      sumTerms(numerator),
      figure.by === undefined ? null : sumTerms(denominator),
      days,
    );
    return { ...figure, value, terms: [...numerator, ...denominator] };
  });
}

const sumTerms = (terms: readonly FigureTerm[]): SignedAmount =>
  sum(terms.map(({ amount, sign }) => (sign === 1 ? amount : negate(amount))));

function computeValue(
  { unit }: KeyFigure,
  above: SignedAmount,
  below: SignedAmount | null,
  days: number,
): string | null {
  if (below === null) return above;
  if (isZero(below)) return null;
  const factor = unit === 'percent' ? '100' : unit === 'days' ? String(days) : '1';
  return round(divide(multiply(above, factor), below, 4));
}
