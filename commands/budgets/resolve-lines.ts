import type { Parents, Sums } from '../../domain/budgets/actuals.ts';
import { chartIn } from '../../domain/budgets/chart.ts';
import { asksForLastYear, withLastYear, yearBefore } from '../../domain/budgets/last-year.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import type { FiscalYearState } from '../../domain/fiscal-years/state.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { actualSums } from '../../projections/budgets/actual-sums.ts';
import type { Toolbox } from '../support/toolbox.ts';

/**
 * What lines need to know of the books before they are decided on: how the year before went. It is read once, and stays what it was when
 * the budget was made, whatever is posted later.
 */
export async function resolvedLines(
  { pool }: Pick<Toolbox, 'pool'>,
  companyId: number,
  file: CompanyFile,
  yearId: number,
  lines: readonly JsonRecord[],
): Promise<readonly JsonRecord[]> {
  const year = yearOf(file, yearId);
  const before = year && yearBefore(year, file.fiscalYears);
  if (!before || !lines.some(asksForLastYear)) return lines;
  const sums = await sumsOfYear(pool, companyId, before);
  return withLastYear(lines, { year, before }, sums, chartIn(file), NO_PARENTS);
}

const NO_PARENTS: Parents = new Map();

export const yearOf = ({ fiscalYears }: CompanyFile, id: unknown): FiscalYearState | undefined =>
  fiscalYears.find((year) => year.id === id);

export async function sumsOfYear(
  pool: Toolbox['pool'],
  companyId: number,
  { periods }: Pick<FiscalYearState, 'periods'>,
): Promise<Sums> {
  const ids = periods.map(({ id }) => id);
  return { whole: await actualSums(pool, companyId, ids), coded: [] };
}
