import type { CompanyFile } from '../company-file-state.ts';
import type { DraftOf } from '../records/declaration.ts';
import { objectField } from '../records/field.ts';
import { resource } from '../records/resource.ts';
import { getRecords, type RecordOf } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { normaliseBudgetLines, findLineProblems, type BudgetLine } from './lines.ts';

/** First plan, later revision, and expected result of the year. */
export const BUDGET_KINDS = ['initial', 'revised', 'forecast'] as const;

const fields = {
  name: { kind: 'text', max: 200, required: true },
  /** A fiscal year is not a record: its existence is checked here. */
  fiscal_year_id: { kind: 'integer', min: 1, required: true, editable: 'fixed' },
  kind: { kind: 'choice', values: BUDGET_KINDS, initial: 'initial' },
  lines: {
    ...objectField<readonly BudgetLine[]>('budget_lines', { analytic_code_id: 'analytic-codes' }),
    initial: [],
  },
} as const;

type Draft = DraftOf<typeof fields>;

/** Planned income and expenses of a fiscal year, by account, period and analytic code. */
export const budgets = resource({
  name: 'budgets',
  writtenBy: 'manager',
  fields,
  unique: [['name', 'fiscal_year_id']],
  searched: ['name'],
  normalise: (data, file, changed) =>
    changed.has('lines')
      ? { ...data, lines: normaliseBudgetLines(data.lines ?? null, countPeriods(data, file)) }
      : data,
  check: (data, file, changed): readonly Problem[] => [
    ...(countPeriods(data, file) === null ? [{ code: 'reference_unknown', field: 'fiscal_year_id' }] : []),
    ...(changed.has('lines') ? findLineProblems(data.lines ?? null, countPeriods(data, file), file) : []),
  ],
});

export type Budget = RecordOf<typeof budgets>;

/** Null: no such year. */
const countPeriods = ({ fiscal_year_id: id }: Draft, { fiscalYears }: CompanyFile): number | null =>
  fiscalYears.find((year) => year.id === id)?.periods.length ?? null;

/** True if the year has a budget, whose lines depend on its periods. */
export function hasBudget(yearId: number, { records }: CompanyFile): boolean {
  for (const { data, isTrashed } of getRecords(records, budgets).byId.values())
    if (!isTrashed && data.fiscal_year_id === yearId) return true;
  return false;
}
