import type { Queryable } from '../../database/snapshot.ts';
import { analyticCodes } from '../../domain/analytics/code.ts';
import type { Parents, PeriodSum, Sums } from '../../domain/budgets/actuals.ts';
import { readChart } from '../../domain/budgets/chart.ts';
import { needsLastYear, withLastYear, findYearBefore } from '../../domain/budgets/last-year.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import { getClosingAccounts } from '../../domain/fiscal-years/result.ts';
import type { FiscalYearState } from '../../domain/fiscal-years/state.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { getRecords } from '../../domain/records/state.ts';
import { loadActualSums, loadCodedSums } from '../../projections/budgets/actual-sums.ts';
import type { Toolbox } from '../support/toolbox.ts';

/**
 * Adds to the lines what they need from the books: the figures of the previous year. They are read once and stay as they
 * were when the budget was created, whatever is posted later.
 */
export async function resolveBudgetLines(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  file: CompanyFile,
  yearId: number,
  lines: readonly JsonRecord[],
): Promise<readonly JsonRecord[]> {
  const year = findFiscalYear(file, yearId);
  const before = year && findYearBefore(year, file.fiscalYears);
  if (!before || !lines.some(needsLastYear)) return lines;
  const hasCodes = lines.some((line) => typeof line['analytic_code_id'] === 'number');
  const sums = await readYearSums({ db: pool, companyId, file, withCodes: hasCodes }, before);
  return withLastYear(lines, { year, before }, sums, readChart(file), collectParents(file));
}

function collectParents({ records }: CompanyFile): Parents {
  const parents = new Map<number, number | null>();
  for (const [id, { data }] of getRecords(records, analyticCodes).byId.entries())
    parents.set(id, data.parent_id ?? null);
  return parents;
}

export const findFiscalYear = ({ fiscalYears }: CompanyFile, id: unknown): FiscalYearState | undefined =>
  fiscalYears.find((year) => year.id === id);

interface YearScene {
  readonly db: Queryable;
  readonly companyId: number;
  readonly file: CompanyFile;
  /** Also by analytic code. */
  readonly withCodes: boolean;
}

/** Amounts posted in the year, without the appropriation of its result: that is neither income nor an expense. */
export async function readYearSums(
  { db, companyId, file, withCodes }: YearScene,
  { periods }: { readonly periods: readonly { readonly id: number }[] },
): Promise<Sums> {
  const ids = periods.map(({ id }) => id);
  const appropriation = getClosingAccounts(file).appropriation?.all ?? [];
  const isCounted = ({ number }: PeriodSum): boolean => !appropriation.some((prefix) => number.startsWith(prefix));
  const whole = await loadActualSums(db, companyId, ids);
  const coded = withCodes ? await loadCodedSums(db, companyId, ids) : [];
  return { whole: whole.filter(isCounted), coded: coded.filter(isCounted) };
}
