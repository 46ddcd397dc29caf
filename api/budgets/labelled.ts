import type { BUDGET_KINDS } from '../../domain/budgets/budget.ts';
import type { ComparedBudget, Figures } from '../../domain/budgets/comparison.ts';
import type { BudgetLine } from '../../domain/budgets/lines.ts';
import { buildComparison } from '../../domain/reports/comparison.ts';

/** A comparison with the labels of its lines and periods, used for the response and the document. */

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
  /** By account number. */
  readonly labels: ReadonlyMap<string, string>;
  /** By code id. */
  readonly codes: ReadonlyMap<number, { readonly code: string; readonly label: string }>;
}

/** The label of the account, or of the code if the line has no account. */
export function getLineLabel(
  { account, analytic_code_id }: Pick<BudgetLine, 'account' | 'analytic_code_id'>,
  labels: LabelledComparison['labels'],
  codes: LabelledComparison['codes'],
): string {
  return account === null ? (codes.get(analytic_code_id ?? 0)?.label ?? '') : (labels.get(account) ?? account);
}

export const computeVariancePercent = ({ budget, actual }: Figures): string | null =>
  buildComparison(actual, budget).percent;
