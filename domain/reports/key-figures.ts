import { termsOf, type Quantity } from '../country-packs/key-figures.ts';
import type { AnnualAccountsModel, CountryCode } from '../country-packs/pack.ts';
import { divide, isZero, multiply, negate, round, sum, type SignedAmount } from '../money.ts';

/** Ratios of a company, each with the quantities that it is made of and the rubrics behind them. */

export type FigureUnit = 'amount' | 'percent' | 'ratio' | 'days';

export interface KeyFigure {
  readonly key: string;
  readonly unit: FigureUnit;
  /** Added up; a minus before a quantity takes it off. */
  readonly of: readonly `${'' | '-'}${Quantity}`[];
  /** What it is divided by; absent: it is an amount by itself. */
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
  /** Null where it would be divided by nothing. */
  readonly value: string | null;
  readonly terms: readonly FigureTerm[];
}

/** The model is the full one of the country: its rubrics are those that the formulas name. */
export function keyFigures(
  country: CountryCode,
  model: AnnualAccountsModel,
  amounts: ReadonlyMap<string, SignedAmount>,
  days: number,
): readonly ComputedFigure[] {
  const termsFor = (quantity: Quantity, part: FigureTerm['part'], sign: 1 | -1): FigureTerm[] =>
    termsOf(country, model.chart, quantity).map((term) => ({
      quantity,
      part,
      rubric: term.rubric,
      sign: sign === term.sign ? 1 : -1,
      amount: amounts.get(term.rubric)!,
    }));
  return KEY_FIGURES.map((figure) => {
    const numerator = figure.of.flatMap((name) =>
      termsFor(name.replace(/^-/, '') as Quantity, 'numerator', name.startsWith('-') ? -1 : 1),
    );
    const denominator = figure.by === undefined ? [] : termsFor(figure.by, 'denominator', 1);
    const value = valueOf(figure, added(numerator), figure.by === undefined ? null : added(denominator), days);
    return { ...figure, value, terms: [...numerator, ...denominator] };
  });
}

const added = (terms: readonly FigureTerm[]): SignedAmount =>
  sum(terms.map(({ amount, sign }) => (sign === 1 ? amount : negate(amount))));

function valueOf({ unit }: KeyFigure, above: SignedAmount, below: SignedAmount | null, days: number): string | null {
  if (below === null) return above;
  if (isZero(below)) return null;
  const factor = unit === 'percent' ? '100' : unit === 'days' ? String(days) : '1';
  return round(divide(multiply(above, factor), below, 4));
}
