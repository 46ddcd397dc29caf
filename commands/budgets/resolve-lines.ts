import type { Queryable } from '../../database/snapshot.ts';
import { analyticCodes } from '../../domain/analytics/code.ts';
import type { Parents, Sums } from '../../domain/budgets/actuals.ts';
import { chartIn } from '../../domain/budgets/chart.ts';
import { asksForLastYear, withLastYear, yearBefore } from '../../domain/budgets/last-year.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import type { FiscalYearState } from '../../domain/fiscal-years/state.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { recordsOf } from '../../domain/records/state.ts';
import { actualSums, codedSums } from '../../projections/budgets/actual-sums.ts';
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
  const hasCodes = lines.some((line) => typeof line['analytic_code_id'] === 'number');
  const sums = await sumsOfYear(pool, companyId, before, hasCodes);
  return withLastYear(lines, { year, before }, sums, chartIn(file), parentsIn(file));
}

function parentsIn({ records }: CompanyFile): Parents {
  const parents = new Map<number, number | null>();
  for (const [id, { data }] of recordsOf(records, analyticCodes).byId.entries())
    parents.set(id, data.parent_id ?? null);
  return parents;
}

export const yearOf = ({ fiscalYears }: CompanyFile, id: unknown): FiscalYearState | undefined =>
  fiscalYears.find((year) => year.id === id);

/** What was booked in the year; `withCodes` also by analytic code. */
export async function sumsOfYear(
  db: Queryable,
  companyId: number,
  { periods }: { readonly periods: readonly { readonly id: number }[] },
  withCodes: boolean,
): Promise<Sums> {
  const ids = periods.map(({ id }) => id);
  const whole = await actualSums(db, companyId, ids);
  return { whole, coded: withCodes ? await codedSums(db, companyId, ids) : [] };
}
