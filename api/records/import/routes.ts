import { z } from 'zod';
import { importRecords, previewImport, type Import } from '../../../commands/records/import-records.ts';
import { IMPORT_MODES, type PlannedRow } from '../../../domain/records/import.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { withoutNulls } from '../../../domain/records/packing.ts';
import type { Resource } from '../../../domain/records/resource.ts';
import { invalid, isRefusal, type Refusal } from '../../../domain/refusal.ts';
import type { ExampleFile } from '../../http/example.ts';
import { bool, choice } from '../../http/fields.ts';
import { recordId } from '../../http/output.ts';
import { ok } from '../../http/reply.ts';
import { route, type MinimalRole, type Route } from '../../http/route.ts';
import { warningsMember, withWarnings } from '../../http/warnings.ts';
import type { RecordApi, WrittenRecord } from '../record-api.ts';
import { readColumns, type Column } from './columns.ts';
import { readCsv } from './csv.ts';
import { readRows } from './rows.ts';

/** Files of records: read as a whole, refused as a whole, recorded as one operation. */

export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
/** The tables of every company file wait while those of one take in an import: a longer one would be felt. */
export const MAX_IMPORT_ROWS = 10_000;

export const ImportOptions = z.object({
  mode: choice(IMPORT_MODES).nullish(),
  /** Tells what the file would do and records nothing. */
  preview: bool().nullish(),
  ignore_unknown_columns: bool().nullish(),
});

const ImportResult = z
  .object({
    preview: z.boolean(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    /** Of a preview: what becomes of each line. */
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

const ERROR_CODES = ['import_unreadable', 'import_empty', 'import_too_many_rows', 'import_too_large'];

export function importRoute(
  { resource, example, warnings }: RecordApi,
  role: MinimalRole,
  options = ImportOptions,
): Route {
  return route({
    method: 'post',
    path: `/v1/companies/{company}/${resource.name}/import`,
    area: resource.name,
    summary: `Import ${resource.name.replace('-', ' ')} from a CSV file, all lines or none`,
    ability: 'write',
    role,
    demo: 'allowed',
    heavy: 'always',
    upload: { field: 'file', types: ['text/csv'], maxFiles: 1, maxBytes: MAX_IMPORT_BYTES },
    body: options,
    example: (scene) => ({ file: csvOf(example.create(scene)) }),
    replies: { 200: ImportResult },
    errorCodes: ERROR_CODES,
    async handle(request) {
      const { body, files, services, company, write } = request;
      const { mode, preview, ignore_unknown_columns: ignoresUnknown, ...defaults } = body;
      const bytes = await files[0]!.read();
      const requested = await readImport(resource, bytes, mode ?? 'create', ignoresUnknown ?? false, defaults);
      if (isRefusal(requested)) return requested;
      if (preview) {
        const plan = await previewImport(services, company.id, requested);
        if (isRefusal(plan)) return plan;
        const found = (await warnings?.(request, plan.flatMap(plannedRecord))) ?? [];
        return ok(withWarnings(previewOf(resource, plan), found));
      }
      const imported = await importRecords(services, company.id, requested, write);
      if (isRefusal(imported)) return imported;
      const { written, ...counts } = imported;
      const found = (await warnings?.(request, written)) ?? [];
      return ok(withWarnings({ preview: false, ...counts }, found), { recorded: written.length > 0 });
    },
  });
}

/** A file with one record. */
export function csvOf(record: Readonly<Record<string, unknown>>): ExampleFile {
  const lines = [Object.keys(record), Object.values(record)].map((cells) => cells.join(';'));
  return { name: 'records.csv', type: 'text/csv', content: lines.join('\n') };
}

async function readImport(
  resource: Resource,
  bytes: Buffer,
  mode: Import['mode'],
  ignoresUnknown: boolean,
  given: JsonRecord,
): Promise<Import | Refusal> {
  const table = await readCsv(bytes, MAX_IMPORT_ROWS);
  if (isRefusal(table)) return table;
  const columns = readColumns(resource, table.header, ignoresUnknown);
  if (isRefusal(columns)) return columns;
  const defaults = withoutNulls(given);
  const missing = missingColumns(resource, columns, mode, defaults);
  if (missing.length > 0)
    return invalid(missing.map((name) => ({ code: 'import_column_missing', field: `columns.${name}` })));
  const rows = await readRows(columns, table.rows, table.header.length);
  return isRefusal(rows) ? rows : { resource: resource.name, mode, rows, defaults };
}

/** Records cannot be made without their required fields, nor found without their key. */
function missingColumns(
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

/** What a line would write; one that changes nothing is not looked at. */
function plannedRecord(row: PlannedRow): WrittenRecord[] {
  if (row.action === 'unchanged') return [];
  const { line, data } = row;
  return [{ id: row.action === 'created' ? row.id : row.update.id, data, line }];
}

function previewOf(resource: Resource, plan: readonly PlannedRow[]): z.output<typeof ImportResult> {
  const count = (action: PlannedRow['action']): number => plan.filter((row) => row.action === action).length;
  const key = resource.unique[0]![0]!;
  return {
    preview: true,
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
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
