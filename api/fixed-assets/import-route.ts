import { z } from 'zod';
import {
  buildImportAssetsCommand,
  importFixedAssets,
  type RequestedImport,
} from '../../commands/fixed-assets/import-assets.ts';
import { filterByType } from '../../commands/support/events-by-type.ts';
import { previewCommand } from '../../commands/support/preview.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { RequestedAsset } from '../../domain/fixed-assets/fields.ts';
import type { DraftOf } from '../../domain/records/declaration.ts';
import { MAX_IMPORT_PROBLEMS, resolveLookups, type ImportRow } from '../../domain/records/import.ts';
import {
  collectValue,
  isRefusal,
  refuseInvalid,
  type Checked,
  type Problem,
  type Refusal,
} from '../../domain/refusal.ts';
import { bool } from '../http/input/fields.ts';
import { decimalString, recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { readAnalyticCell } from '../records/import/analytic-cells.ts';
import { readColumns } from '../records/import/columns.ts';
import { importQuery, refuseTable } from '../records/import/faults.ts';
import { mergeProblems } from '../records/import/merge-problems.ts';
import { readRows } from '../records/import/rows.ts';
import { readTable, TABLE_ERROR_CODES, tableUpload, type UploadedTable } from '../records/import/table.ts';
import { CELL_SCHEMAS, createCellReader } from '../records/import/typed-cells.ts';
import { ASSET_NOTATIONS, assetRows, fixedAssetSheet } from './import-columns.ts';

/** Imports fixed assets from a file: all or nothing, recorded as one operation. */

/** The plan of each asset is computed while other commands of the company file wait. */
export const MAX_IMPORT_ASSETS = 2_000;

const FixedAssetImport = z
  .object({
    dry_run: z.boolean().meta({ description: 'True: nothing was recorded.' }),
    created: z.int(),
    assets: z.array(
      z
        .object({
          line: z.int().meta({ description: 'Line number in the file.' }),
          id: recordId.nullable().meta({ description: 'Null in a dry run.' }),
          code: z.string(),
          label: z.string(),
          category: z.string().nullable().meta({ description: 'Category of the country pack.' }),
          cost: decimalString.meta({ description: 'Cost of acquisition.' }),
        })
        .meta({ id: 'ImportedFixedAsset' }),
    ),
  })
  .meta({ id: 'FixedAssetImport' });

export const importAssetsRoute = route({
  method: 'post',
  path: '/v1/companies/{company}/fixed-assets/import',
  operationId: 'importFixedAssets',
  area: 'fixed-assets',
  summary: 'Import fixed assets from a CSV or XLSX file, all or none',
  ability: 'write',
  role: 'encoder',
  demo: 'allowed',
  heavy: 'always',
  upload: tableUpload,
  query: importQuery,
  body: z.object({
    dry_run: bool().nullish().meta({ description: 'Shows the effect of the file without recording anything.' }),
    ignore_unknown_columns: bool().nullish(),
  }),
  example: ({ code }) => ({
    file: {
      name: 'assets.csv',
      type: 'text/csv',
      content: `code;label;category;acquired_on;cost\n${code()};Delivery van;vehicles;2026-03-16;25000.00\n`,
    },
  }),
  replies: { 200: FixedAssetImport },
  errorCodes: [...TABLE_ERROR_CODES],
  async handle(request) {
    const { body, files, services, company, write } = request;
    const table = await readTable(files[0]!, MAX_IMPORT_ASSETS);
    if (isRefusal(table)) return table;
    const refuseFile = (refused: Refusal) => refuseTable(request, { sheet: fixedAssetSheet, table }, refused);
    const file = await services.commands.loadState('company', company.id);
    const read = await readAssetTable(table, body.ignore_unknown_columns ?? false, file);
    if (isRefusal(read)) return refuseFile(read);
    const { assets, problems } = read;
    if (problems.length > 0) return refuseFile(await collectProblems(request, assets, problems));
    const preview = body.dry_run ? await previewCommand(services, company.id, buildImportAssetsCommand, assets) : null;
    if (preview && isRefusal(preview)) return refuseFile(preview);
    const recorded = preview
      ? filterByType(preview.events, 'FixedAssetCreated').map(({ data }) => ({ ...data, id: null }))
      : await importFixedAssets(services, company.id, assets, write);
    if (isRefusal(recorded)) return refuseFile(recorded);
    const shown = recorded.map(({ id, code, label, category, cost }, index) => ({
      line: assets[index]!.line,
      id,
      code,
      label,
      category,
      cost,
    }));
    return ok({ dry_run: preview !== null, created: shown.length, assets: shown }, { recorded: preview === null });
  },
});

interface ReadAssets {
  readonly assets: RequestedImport;
  readonly problems: readonly Problem[];
}

async function readAssetTable(
  table: UploadedTable,
  ignoresUnknown: boolean,
  file: CompanyFile,
): Promise<ReadAssets | Refusal> {
  const { columns, problems: ofColumns } = readColumns(assetRows, table.header, ignoresUnknown, ASSET_NOTATIONS);
  const missing = fixedAssetSheet.required
    .filter((name) => !columns.some((column) => column.name === name))
    .map((name): Problem => ({ code: 'import_column_missing', field: `columns.${name}` }));
  if (missing.length > 0) return refuseInvalid([...ofColumns, ...missing]);
  const read = await readRows(columns, table.rows, table.header.length);
  const problems: Problem[] = [...ofColumns, ...read.problems];
  const assets = read.rows.map((row) => ({
    line: row.line,
    requested: collectValue(toRequestedAsset(row, file), problems),
  }));
  return { assets, problems: problems.slice(0, MAX_IMPORT_PROBLEMS) };
}

function toRequestedAsset(row: ImportRow, file: CompanyFile): Checked<RequestedAsset> {
  const at = `lines.${row.line}`;
  const problems: Problem[] = [];
  const { value: ids, problems: unknown } = resolveLookups(assetRows, row, file);
  problems.push(...unknown.map((problem) => ({ ...problem, field: `${at}.${problem.field}` })));
  const { analytic_codes, ...data }: DraftOf<(typeof assetRows)['fields']> = row.data;
  const readCell = createCellReader(row, problems);
  const analytics = analytic_codes
    ? collectValue(readAnalyticCell(analytic_codes, `${at}.analytic_codes`), problems)
    : undefined;
  const requested: RequestedAsset = {
    ...data,
    ...ids,
    cost: readCell('cost', CELL_SCHEMAS.amount),
    residual_value: readCell('residual_value', CELL_SCHEMAS.amount),
    rate: readCell('rate', CELL_SCHEMAS.percentage),
    opening_depreciation: readCell('opening_depreciation', CELL_SCHEMAS.amount),
    ...(analytics && { analytics }),
  };
  return { value: requested, problems };
}

/** Combines the rows that cannot be read with the errors of the others. */
async function collectProblems(
  { services, company }: Pick<RouteRequest, 'services' | 'company'>,
  assets: RequestedImport,
  problems: readonly Problem[],
): Promise<Refusal> {
  const wrong = new Set(problems.map(({ field = '' }) => Number(/^lines\.(\d+)/.exec(field)?.[1] ?? 0)));
  const readable = assets.filter(({ line }) => !wrong.has(line));
  const preview = await previewCommand(services, company.id, buildImportAssetsCommand, readable);
  return mergeProblems(problems, isRefusal(preview) ? preview : null, () => true);
}
