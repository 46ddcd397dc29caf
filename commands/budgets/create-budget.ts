import { budgets } from '../../domain/budgets/budget.ts';
import { copiedFromActuals, copiedFromBudget, type CopiedLine } from '../../domain/budgets/copy.ts';
import { keyOf } from '../../domain/budgets/lines.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { living } from '../../domain/records/state.ts';
import { invalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { createRecord, type RecordChanged } from '../records/change-record.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { resolvedLines, sumsOfYear, yearOf } from './resolve-lines.ts';

/** What a new budget begins with: the books of a year, or another budget, times a factor. */
export interface CopySource {
  readonly fiscal_year_id: number | null;
  readonly budget_id: number | null;
  readonly factor: string;
}

/** Lines that are given stand instead of those that are copied for the same account and code. */
export async function createBudget(
  services: Toolbox,
  companyId: number,
  { data, source }: { readonly data: JsonRecord; readonly source: CopySource | null },
  context: CommandContext,
): Promise<RecordChanged | Refusal> {
  const file = await services.commands.look('company', companyId);
  const copied = source ? await copiedLines(services, companyId, file, data, source) : [];
  if (isRefusal(copied)) return copied;
  const given = (data['lines'] ?? []) as readonly JsonRecord[];
  const own = new Set(given.map(keyOf));
  const lines = [...copied.filter((line) => !own.has(keyOf(line))), ...given];
  const resolved = await resolvedLines(services, companyId, file, data['fiscal_year_id'] as number, lines);
  return createRecord(services, companyId, budgets.name, { ...data, lines: resolved }, context);
}

async function copiedLines(
  { pool }: Toolbox,
  companyId: number,
  file: CompanyFile,
  data: JsonRecord,
  { fiscal_year_id, budget_id, factor }: CopySource,
): Promise<readonly CopiedLine[] | Refusal> {
  const into = yearOf(file, data['fiscal_year_id']);
  const unknown = (field: string) =>
    invalid([
      ...(into ? [] : [{ code: 'reference_unknown', field: 'fiscal_year_id' }]),
      { code: 'reference_unknown', field: `copy_from.${field}` },
    ]);
  if (budget_id !== null) {
    const budget = living(file.records, budgets, budget_id);
    if (!budget) return unknown('budget_id');
    const from = yearOf(file, budget.data.fiscal_year_id);
    return copiedFromBudget(budget.data.lines, factor, {
      from: from?.periods.length ?? 0,
      into: into?.periods.length ?? 0,
    });
  }
  const from = yearOf(file, fiscal_year_id);
  if (!from) return unknown('fiscal_year_id');
  if (!into) return [];
  const { whole } = await sumsOfYear(pool, companyId, from, false);
  return copiedFromActuals(whole, factor, { from: from.periods.length, into: into.periods.length });
}
