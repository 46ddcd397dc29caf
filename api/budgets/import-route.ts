import { z } from 'zod';
import { importBudgetLines, previewBudgetImport, type RequestedImport } from '../../commands/budgets/import-lines.ts';
import { findFiscalYear } from '../../commands/budgets/resolve-lines.ts';
import { analyticCodes } from '../../domain/analytics/code.ts';
import { budgets } from '../../domain/budgets/budget.ts';
import { MOST_LINES } from '../../domain/budgets/lines.ts';
import { BUDGET_IMPORT_MODES, type PlannedImport } from '../../domain/budgets/import.ts';
import type { CompanyFile } from '../../domain/company-file.ts';
import { findIdByKey, findLiveRecord } from '../../domain/records/state.ts';
import { isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import { withFreshRecord } from '../http/routing/example.ts';
import { bool, choice, id } from '../http/input/fields.ts';
import { decimalString, recordId } from '../http/reply/output.ts';
import type { UploadedFile } from '../http/input/multipart.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { withCurrentRecord } from '../records/conflict.ts';
import { importQuery, refuseTable, type ReadSheet } from '../records/import/faults.ts';
import { mergeProblems } from '../records/import/merge-problems.ts';
import { readTable, tableUpload } from '../records/import/table.ts';
import { budgetApi } from './budget.ts';
import { budgetSheet, listFileTitles } from './import-columns.ts';
import { readBudgetTable, type ReadLine } from './import-file.ts';

/** Imports budget lines from a file: all or nothing, recorded as one operation. */

const MAX_BYTES = 5 * 1024 * 1024;
const UNREADABLE = 'budget_file_unreadable';

const options = z.object({
  mode: choice(BUDGET_IMPORT_MODES).nullish().meta({
    description: '`merge`, the default, keeps the lines of other accounts; `replace` removes them.',
  }),
  dry_run: bool().nullish().meta({ description: 'Shows the effect of the file without recording anything.' }),
  ignore_unknown_columns: bool().nullish(),
});

const BudgetImport = z
  .object({
    dry_run: z.boolean().meta({ description: 'True: nothing was recorded.' }),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    removed: z.int().meta({ description: 'Lines removed because the file does not contain them.' }),
    lines: z
      .array(
        z
          .object({
            line: z.int().meta({ description: 'Line number in the file.' }),
            action: z.enum(['created', 'updated', 'unchanged']).meta({ description: 'Effect on the line.' }),
            account: z.string().nullable(),
            analytic_code_id: recordId.nullable(),
            amount: decimalString,
            periods: z.array(decimalString).meta({ description: 'Amounts per period, in order.' }),
          })
          .meta({ id: 'BudgetImportLine' }),
      )
      .optional()
      .meta({ description: 'For a dry run: the effect on each line.' }),
  })
  .meta({ id: 'BudgetImport' });

export const importBudgetRoute = route({
  method: 'post',
  path: '/v1/companies/{company}/budgets/{id}/import',
  area: 'analytics',
  summary: 'Import budget lines from a CSV or XLSX file, all or nothing',
  ability: 'write',
  role: 'encoder',
  demo: 'allowed',
  heavy: 'always',
  params: z.object({ id: id() }),
  upload: { ...tableUpload, maxBytes: MAX_BYTES },
  query: importQuery,
  body: options,
  alsoWrong: {
    standIns: {},
    async findRefusal(request, { ignore_unknown_columns }, wrong) {
      const { files, params } = request;
      if (!files[0] || wrong.hasField('mode')) return null;
      const ignoresUnknown = ignore_unknown_columns ?? wrong.hasField('ignore_unknown_columns');
      const read = await readImport(request, params.id, files[0], ignoresUnknown);
      return isRefusal(read)
        ? read
        : findFileRefusal(request, read, { id: params.id, mode: 'merge', baseVersion: null });
    },
  },
  example: async (scene) => ({
    ...(await withFreshRecord(budgets.name)(scene)),
    file: { name: 'budget.csv', type: 'text/csv', content: 'account;amount;spread\n612200;1200.00;even\n' },
  }),
  replies: { 200: BudgetImport },
  errorCodes: [
    ...['conflict', 'import_unreadable', 'import_empty', 'import_too_many_rows', 'import_too_large'],
    UNREADABLE,
  ],
  async handle(request) {
    const { body, files, params, services, company, write } = request;
    const read = await readImport(request, params.id, files[0]!, body.ignore_unknown_columns ?? false);
    if (isRefusal(read)) return read;
    const refuseFile = async (refused: Refusal) =>
      withCurrentRecord(request, budgetApi, params.id, await refuseTable(request, read.file, refused));
    const how = { id: params.id, mode: body.mode ?? 'merge', baseVersion: write.baseVersion };
    if (read.problems.length > 0)
      return refuseFile((await findFileRefusal(request, read, how)) ?? refuse('import_unreadable'));
    const requested = { ...how, rows: read.rows };
    if (body.dry_run) {
      const plan = await previewBudgetImport(services, company.id, requested);
      return isRefusal(plan) ? refuseFile(plan) : ok(presentPlan(plan));
    }
    const imported = await importBudgetLines(services, company.id, requested, write);
    if (isRefusal(imported)) return refuseFile(imported);
    const { created, updated, removed } = imported;
    return ok({ dry_run: false, ...imported }, { recorded: created + updated + removed > 0 });
  },
});

interface ReadImport {
  readonly rows: RequestedImport['rows'];
  readonly problems: readonly Problem[];
  readonly file: ReadSheet;
}

type Request = Pick<RouteRequest, 'services' | 'company'>;

async function readImport(
  { services, company }: Request,
  budgetId: number,
  uploaded: UploadedFile,
  ignoresUnknown: boolean,
): Promise<ReadImport | Refusal> {
  const file = await services.commands.loadState('company', company.id);
  const budget = findLiveRecord(file.records, budgets, budgetId);
  const year = budget && findFiscalYear(file, budget.data.fiscal_year_id);
  if (!year) return refuse('not_found');
  const table = await readTable(uploaded, MOST_LINES);
  if (isRefusal(table))
    return table.code === 'import_workbook_unreadable' ? refuse(UNREADABLE, { field: 'file' }) : table;
  const read = await readBudgetTable(table, year.periods, ignoresUnknown);
  const titles = listFileTitles(table.header, year.periods);
  return { ...withCodeIds(read.rows, read.problems, file), file: { sheet: budgetSheet, table, titles } };
}

/** Replaces analytic codes with their ids. */
function withCodeIds(rows: readonly ReadLine[], problems: readonly Problem[], { records }: CompanyFile) {
  const unknown: Problem[] = [];
  const known = rows.map(({ line, data, analyticCode }) => {
    if (analyticCode === null) return { line, data };
    const codeId = findIdByKey(records, analyticCodes, 'code', analyticCode);
    if (codeId === undefined) unknown.push({ code: 'reference_unknown', field: `lines.${line}.analytic_code` });
    return { line, data: { ...data, analytic_code_id: codeId ?? null } };
  });
  return { rows: known, problems: [...problems, ...unknown] };
}

/** Combines unreadable lines with the validation errors of the readable ones. */
async function findFileRefusal(
  { services, company }: Request,
  { rows, problems }: Pick<ReadImport, 'rows' | 'problems'>,
  how: Omit<RequestedImport, 'rows'>,
): Promise<Refusal | null> {
  const unread = new Set(problems.flatMap(({ field = '' }) => /^lines\.(\d+)\./.exec(field)?.[1] ?? []));
  const readable = rows.filter(({ line }) => !unread.has(String(line)));
  const plan = await previewBudgetImport(services, company.id, { ...how, rows: readable });
  const refused = isRefusal(plan) && plan.code === undefined ? plan : null;
  return problems.length === 0 ? refused : mergeProblems(problems, refused, () => true);
}

function presentPlan({ lines, removed }: PlannedImport): z.output<typeof BudgetImport> {
  const countByAction = (action: string): number => lines.filter((line) => line.action === action).length;
  return {
    dry_run: true,
    created: countByAction('created'),
    updated: countByAction('updated'),
    unchanged: countByAction('unchanged'),
    removed,
    lines: lines.map(({ line, action, data: { account, analytic_code_id, amount, periods } }) => ({
      line,
      action,
      account,
      analytic_code_id,
      amount,
      periods: [...periods],
    })),
  };
}
