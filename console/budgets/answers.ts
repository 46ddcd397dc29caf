/** Budgets of a company file, and their comparison with the books, as far as the desk shows them. */

export const BUDGET_KINDS = ['initial', 'revised', 'forecast'] as const;
export type BudgetKind = (typeof BUDGET_KINDS)[number];

export interface BudgetLine {
  readonly account: string | null;
  readonly analytic_code_id: number | null;
  readonly amount: string;
  readonly spread: string;
  readonly weights: readonly string[] | null;
  readonly periods: readonly string[];
}

export interface Budget {
  readonly id: number;
  readonly name: string;
  readonly kind: BudgetKind;
  readonly fiscal_year_id: number;
  readonly lines: readonly BudgetLine[];
  readonly version: number;
}

export interface Figures {
  readonly budget: string;
  readonly actual: string;
  readonly committed: string;
  readonly variance: string;
  readonly forecast: string;
}

/** Null: the file has no fiscal year before. */
interface WithYearBefore {
  readonly previous_actual: string | null;
}

export interface ComparedFigures extends Figures, WithYearBefore {
  readonly variance_percent: string | null;
  readonly to_date: Figures;
  readonly periods: readonly (Figures & WithYearBefore)[];
}

export interface ComparedRow extends ComparedFigures {
  readonly account: string | null;
  readonly label: string;
  readonly type: 'income' | 'expense' | 'balance' | 'result';
  readonly analytic_code: string | null;
}

export interface ComparedPeriod {
  readonly id: number;
  readonly label: string;
  readonly starts_on: string;
  readonly ends_on: string;
}

export interface Comparison {
  readonly as_of: string;
  readonly periods: readonly ComparedPeriod[];
  readonly rows: readonly ComparedRow[];
  readonly unbudgeted: Readonly<Record<'income' | 'expense', ComparedFigures>>;
  readonly totals: Readonly<Record<'income' | 'expense' | 'result', ComparedFigures>>;
}
