import type { CompanyFile } from '../company-file-state.ts';
import type { DraftOf } from '../records/declaration.ts';
import { objectField } from '../records/field.ts';
import { resource } from '../records/resource.ts';
import { recordsOf, type RecordOf } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { keptLines, lineProblems, type BudgetLine } from './lines.ts';

/** What is planned first, what it has become since, and what the year is expected to end with. */
export const BUDGET_KINDS = ['initial', 'revised', 'forecast'] as const;

const fields = {
  name: { kind: 'text', max: 200, required: true },
  /** A year is no record: that it exists is checked here. */
  fiscal_year_id: { kind: 'integer', min: 1, required: true, editable: 'fixed' },
  kind: { kind: 'choice', values: BUDGET_KINDS, initial: 'initial' },
  lines: {
    ...objectField<readonly BudgetLine[]>('budget_lines', { analytic_code_id: 'analytic-codes' }),
    initial: [],
  },
} as const;

type Draft = DraftOf<typeof fields>;

/** What a fiscal year is to bring and to cost, by account, period and analytic code. */
export const budgets = resource({
  name: 'budgets',
  writtenBy: 'manager',
  fields,
  unique: [['name', 'fiscal_year_id']],
  searched: ['name'],
  normalise: (data, file, changed) =>
    changed.has('lines') ? { ...data, lines: keptLines(data.lines ?? null, periodsCount(data, file)) } : data,
  check: (data, file, changed): readonly Problem[] => [
    ...(periodsCount(data, file) === null ? [{ code: 'reference_unknown', field: 'fiscal_year_id' }] : []),
    ...(changed.has('lines') ? lineProblems(data.lines ?? null, periodsCount(data, file), file) : []),
  ],
});

export type Budget = RecordOf<typeof budgets>;

/** Null: there is no such year. */
const periodsCount = ({ fiscal_year_id: id }: Draft, { fiscalYears }: CompanyFile): number | null =>
  fiscalYears.find((year) => year.id === id)?.periods.length ?? null;

/** Whether a year has a budget, whose lines go by its periods. */
export function isBudgeted(yearId: number, { records }: CompanyFile): boolean {
  for (const { data, isTrashed } of recordsOf(records, budgets).byId.values())
    if (!isTrashed && data.fiscal_year_id === yearId) return true;
  return false;
}
