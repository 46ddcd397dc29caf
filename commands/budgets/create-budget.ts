import { budgets } from '../../domain/budgets/budget.ts';
import { copyFromActuals, copyFromBudget, type CopiedLine } from '../../domain/budgets/copy.ts';
import { buildLineKey } from '../../domain/budgets/lines.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { findLiveRecord } from '../../domain/records/state.ts';
import { refuseInvalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { createRecord, type RecordChanged } from '../records/change-record.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { resolveBudgetLines, readYearSums, findFiscalYear } from './resolve-lines.ts';

/** Source of a new budget: the books of a year or another budget, times a factor. */
export interface CopySource {
  readonly fiscal_year_id: number | null;
  readonly budget_id: number | null;
  readonly factor: string;
}

/** Given lines replace copied ones for the same account and code. */
export async function createBudget(
  services: Toolbox,
  companyId: number,
  { data, source }: { readonly data: JsonRecord; readonly source: CopySource | null },
  context: CommandContext,
): Promise<RecordChanged | Refusal> {
  const file = await services.commands.loadState('company', companyId);
  const copied = source ? await copyLines(services, companyId, file, data, source) : [];
  if (isRefusal(copied)) return copied;
  const given = (data['lines'] ?? []) as readonly JsonRecord[];
  const own = new Set(given.map(buildLineKey));
  const lines = [...copied.filter((line) => !own.has(buildLineKey(line))), ...given];
  const resolved = await resolveBudgetLines(services, companyId, file, data['fiscal_year_id'] as number, lines);
  return createRecord(services, companyId, budgets.name, { ...data, lines: resolved }, context);
}

async function copyLines(
  { pool }: Toolbox,
  companyId: number,
  file: CompanyFile,
  data: JsonRecord,
  { fiscal_year_id, budget_id, factor }: CopySource,
): Promise<readonly CopiedLine[] | Refusal> {
  const into = findFiscalYear(file, data['fiscal_year_id']);
  const refuseUnknown = (field: string) =>
    refuseInvalid([
      ...(into ? [] : [{ code: 'reference_unknown', field: 'fiscal_year_id' }]),
      { code: 'reference_unknown', field: `copy_from.${field}` },
    ]);
  if (budget_id !== null) {
    const budget = findLiveRecord(file.records, budgets, budget_id);
    if (!budget) return refuseUnknown('budget_id');
    const from = findFiscalYear(file, budget.data.fiscal_year_id);
    return copyFromBudget(budget.data.lines, factor, {
      from: from?.periods.length ?? 0,
      into: into?.periods.length ?? 0,
    });
  }
  const from = findFiscalYear(file, fiscal_year_id);
  if (!from) return refuseUnknown('fiscal_year_id');
  if (!into) return [];
  const { whole } = await readYearSums({ db: pool, companyId, file, withCodes: false }, from);
  return copyFromActuals(whole, factor, { from: from.periods.length, into: into.periods.length });
}
