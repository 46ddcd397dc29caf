import { z } from 'zod';
import { importRecords, previewImport, type Import } from '../../../commands/records/import-records.ts';
import { IMPORT_MODES, type PlannedRow } from '../../../domain/records/import.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { withoutNulls } from '../../../domain/records/packing.ts';
import type { Resource } from '../../../domain/records/resource.ts';
import { findResource } from '../../../domain/records/resources.ts';
import { refuseInvalid, isRefusal, type Problem, type Refusal } from '../../../domain/refusal.ts';
import type { ExampleFile } from '../../http/routing/example.ts';
import { bool, choice } from '../../http/input/fields.ts';
import { recordId } from '../../http/reply/output.ts';
import { ok } from '../../http/reply/reply.ts';
import { route, type MinimalRole, type Route } from '../../http/routing/route.ts';
import { warningsMember, withWarnings } from '../../http/reply/warnings.ts';
import type { RecordApi, WrittenRecord } from '../record-api.ts';
import { readColumns, type Column } from './columns.ts';
import { readRows } from './rows.ts';
import { mergeProblems } from './merge-problems.ts';
import { importQuery, refuseTable } from './faults.ts';
import type { ImportSheet } from './sheet.ts';
import { readTable, TABLE_ERROR_CODES, tableUpload, type UploadedTable } from './table.ts';

/** Import of records from files: a file is read as a whole, refused as a whole, and recorded as one operation. */

export const ImportOptions = z.object({
  mode: choice(IMPORT_MODES).nullish(),
  /** Reports what the file would do, and records nothing. */
  dry_run: bool().nullish(),
  preview: bool().nullish().meta({ description: 'Deprecated: use `dry_run`.' }),
  ignore_unknown_columns: bool().nullish(),
});

const ImportResult = z
  .object({
    dry_run: z.boolean().meta({ description: 'True: nothing was recorded.' }),
    preview: z.boolean().meta({ description: 'Deprecated: `dry_run` says the same.' }),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    /** Result per line; only in a preview. */
    records: z
      .array(
        z.object({
          line: z.int(),
          action: z.enum(['created', 'updated', 'unchanged']),
          id: recordId.nullable(),
          key: z.string(),
          name: z.string().nullable(),
          changed: z.array(z.string()),
        }),
      )
      .optional(),
    warnings: warningsMember,
  })
  .meta({ id: 'ImportResult' });

interface RecordImport {
  readonly role: MinimalRole;
  readonly sheet: ImportSheet;
  readonly options?: typeof ImportOptions;
  /** Group in the documentation; by default the name of the resource. */
  readonly area?: string;
}

export function createImportRoute(
  { resource, example, warnings }: RecordApi,
  { role, sheet, options = ImportOptions, area = resource.name }: RecordImport,
): Route {
  return route({
    method: 'post',
    path: `/v1/companies/{company}/${resource.name}/import`,
    area,
    summary: `Import ${resource.name.replace('-', ' ')} from a CSV or XLSX file, all lines or none`,
    ability: 'write',
    role,
    demo: 'allowed',
    heavy: 'always',
    upload: tableUpload,
    query: importQuery,
    body: options,
    alsoWrong: {
      standIns: {},
      async findRefusal(
        { files, services, company },
        { mode, preview: _preview, dry_run: _dryRun, ignore_unknown_columns, ...defaults },
        wrong,
      ) {
        if (wrong.hasField('mode') || !files[0]) return null;
        const ignoresUnknown = ignore_unknown_columns ?? wrong.hasField('ignore_unknown_columns');
        const table = await readTable(files[0]);
        if (isRefusal(table)) return table;
        const read = await readImport(resource, table, { mode: mode ?? 'create', ignoresUnknown, defaults });
        return isRefusal(read) ? read : collectFileProblems(services, company.id, read);
      },
    },
    example: (scene) => ({ file: buildExampleCsv(example.create(scene)) }),
    replies: { 200: ImportResult },
    errorCodes: TABLE_ERROR_CODES,
    async handle(request) {
      const { body, files, services, company, write } = request;
      const { mode, preview, dry_run: dryRun, ignore_unknown_columns: ignoresUnknown, ...defaults } = body;
      const table = await readTable(files[0]!);
      if (isRefusal(table)) return table;
      const refuseFile = (refused: Refusal) => refuseTable(request, { sheet, table }, refused);
      const given = { mode: mode ?? 'create', ignoresUnknown: ignoresUnknown ?? false, defaults };
      const read = await readImport(resource, table, given);
      if (isRefusal(read)) return refuseFile(read);
      const { requested } = read;
      if (read.problems.length > 0) return refuseFile(await collectFileProblems(services, company.id, read));
      if (preview || dryRun) {
        const plan = await previewImport(services, company.id, requested);
        if (isRefusal(plan)) return refuseFile(plan);
        const found = (await warnings?.(request, plan.flatMap(toWrittenRecords))) ?? [];
        return ok(withWarnings(presentPreview(resource, plan), found));
      }
      const imported = await importRecords(services, company.id, requested, write);
      if (isRefusal(imported)) return refuseFile(imported);
      const { written, ...counts } = imported;
      const found = (await warnings?.(request, written)) ?? [];
      return ok(withWarnings({ dry_run: false, preview: false, ...counts }, found), { recorded: written.length > 0 });
    },
  });
}

/** Builds a file with one record. */
export function buildExampleCsv(record: Readonly<Record<string, unknown>>): ExampleFile {
  const lines = [Object.keys(record), Object.values(record)].map((cells) => cells.join(';'));
  return { name: 'records.csv', type: 'text/csv', content: lines.join('\n') };
}

interface GivenOptions {
  readonly mode: Import['mode'];
  readonly ignoresUnknown: boolean;
  /** Values for all lines. */
  readonly defaults: JsonRecord;
}

async function readImport(
  resource: Resource,
  table: UploadedTable,
  { mode, ignoresUnknown, defaults: given }: GivenOptions,
): Promise<ReadImport | Refusal> {
  const { columns, problems } = readColumns(resource, table.header, ignoresUnknown);
  const defaults = withoutNulls(given);
  const missing = listMissingColumns(resource, columns, mode, defaults).map((name): Problem => ({
    code: 'import_column_missing',
    field: `columns.${name}`,
  }));
  // Without these columns every line would be invalid.
  if (missing.length > 0) return refuseInvalid([...problems, ...missing]);
  const read = await readRows(columns, table.rows, table.header.length);
  const requested = { resource: resource.name, mode, rows: read.rows, defaults };
  return { requested, problems: [...problems, ...read.problems] };
}

/** Readable content of a file, and the problems with the rest. */
interface ReadImport {
  readonly requested: Import;
  readonly problems: readonly Problem[];
}

/** Problems of a single cell that do not depend on the other cells of its line. */
const BY_ITSELF: ReadonlySet<string> = new Set([
  ...['record_taken', 'reference_unknown', 'not_editable', 'import_duplicate_key', 'import_key_unknown'],
]);

/** Combines the cells that cannot be read with the problems found by checking the rest against the books. */
async function collectFileProblems(
  services: Parameters<typeof previewImport>[0],
  companyId: number,
  { requested, problems }: ReadImport,
): Promise<Refusal> {
  const plan = await previewImport(services, companyId, requested);
  const { fields } = findResource(requested.resource)!;
  // An empty required cell is a problem on its own, unless other cells would have filled it.
  const isEmptyRequired = ({ code, field }: Problem) =>
    code === 'required' && fields[field?.split('.').at(-1) ?? '']?.required;
  return mergeProblems(
    problems,
    isRefusal(plan) ? plan : null,
    (problem) => BY_ITSELF.has(problem.code) || isEmptyRequired(problem) === true,
  );
}

/** Records cannot be created without their required fields, nor found without their key. */
function listMissingColumns(
  resource: Resource,
  columns: readonly Column[],
  mode: Import['mode'],
  defaults: JsonRecord,
): string[] {
  const needed =
    mode === 'create'
      ? Object.keys(resource.fields).filter((name) => resource.fields[name]!.required)
      : [resource.unique[0]![0]!];
  return needed.filter((name) => defaults[name] === undefined && !columns.some((column) => column.name === name));
}

/** The record that a line would write; lines without changes are not checked. */
function toWrittenRecords(row: PlannedRow): WrittenRecord[] {
  if (row.action === 'unchanged') return [];
  const { line, data } = row;
  return [{ id: row.action === 'created' ? row.id : row.update.id, data, line }];
}

function presentPreview(resource: Resource, plan: readonly PlannedRow[]): z.output<typeof ImportResult> {
  const countAction = (action: PlannedRow['action']): number => plan.filter((row) => row.action === action).length;
  const key = resource.unique[0]![0]!;
  return {
    dry_run: true,
    preview: true,
    created: countAction('created'),
    updated: countAction('updated'),
    unchanged: countAction('unchanged'),
    records: plan.map((row) => ({
      line: row.line,
      action: row.action,
      id: row.action === 'created' ? null : row.action === 'updated' ? row.update.id : row.id,
      key: row.data[key] as string,
      name: (row.data['name'] ?? row.data['label'] ?? null) as string | null,
      changed: row.action === 'updated' ? Object.keys(row.update.changes) : [],
    })),
  };
}
