import type { BUDGET_KINDS } from '../../domain/budgets/budget.ts';
import type { ComparedBudget, Figures } from '../../domain/budgets/comparison.ts';
import type { BudgetLine } from '../../domain/budgets/lines.ts';
import { compared } from '../../domain/reports/comparison.ts';

/** A comparison with what its lines and periods are called, from which the answer and the document are made. */

export interface ShownBudget {
  readonly id: number;
  readonly name: string;
  readonly kind: (typeof BUDGET_KINDS)[number];
  readonly fiscal_year_id: number;
  readonly lines: readonly BudgetLine[];
}

export interface LabelledPeriod {
  readonly id: number;
  readonly label: string;
  readonly starts_on: string;
  readonly ends_on: string;
}

export interface LabelledComparison {
  readonly budget: ShownBudget;
  readonly comparison: ComparedBudget;
  readonly periods: readonly LabelledPeriod[];
  /** By the number of the account. */
  readonly labels: ReadonlyMap<string, string>;
  /** By its id. */
  readonly codes: ReadonlyMap<number, { readonly code: string; readonly label: string }>;
}

/** By its account; one of a code alone by what the code stands for. */
export function labelOfLine(
  { account, analytic_code_id }: Pick<BudgetLine, 'account' | 'analytic_code_id'>,
  labels: LabelledComparison['labels'],
  codes: LabelledComparison['codes'],
): string {
  return account === null ? (codes.get(analytic_code_id ?? 0)?.label ?? '') : (labels.get(account) ?? account);
}

export const variancePercent = ({ budget, actual }: Figures): string | null => compared(actual, budget).percent;
