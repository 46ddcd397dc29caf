import type { CompanyFile } from '../company-file-state.ts';
import type { Json, JsonRecord } from '../json.ts';
import { splitIntoBatchesInSteps } from '../batches.ts';
import {
  refuseInvalid,
  isRefusal,
  refuse,
  collectValue,
  type Checked,
  type Decision,
  type Problem,
  type Refusal,
} from '../refusal.ts';
import { createBulk } from './bulk.ts';
import { prepareChange, prepareCreation } from './checks.ts';
import { withoutNulls } from './packing.ts';
import type { RecordEvent, RecordUpdate } from './record-events.ts';
import { runAllSteps, type Steps } from '../steps.ts';
import type { Resource } from './resource.ts';
import { findResource } from './resources.ts';
import { findIdByKey, findLiveRecord } from './state.ts';

/** Imports records of one resource from the lines of a file: all or nothing, in one operation. */

export const IMPORT_MODES = ['create', 'update', 'upsert'] as const;

/** Existing records are refused, required, or updated. They are recognised by the first unique field. */
export type ImportMode = (typeof IMPORT_MODES)[number];

export interface ImportRow {
  /** Line number in the file, from 1. */
  readonly line: number;
  /** Only the fields given in the line. */
  readonly data: JsonRecord;
  /** References given by the key of their target, such as an account number. */
  readonly lookups: Readonly<Record<string, string>>;
}

export interface ImportRecords {
  readonly type: 'ImportRecords';
  readonly resource: string;
  readonly mode: ImportMode;
  readonly rows: readonly ImportRow[];
  /** Values of new records for fields that their lines do not give. */
  readonly defaults: JsonRecord;
  /** One per row, because any row may become a new record. */
  readonly ids: readonly number[];
}

export type PlannedRow =
  | { readonly line: number; readonly action: 'created'; readonly id: number; readonly data: JsonRecord }
  | { readonly line: number; readonly action: 'updated'; readonly update: RecordUpdate; readonly data: JsonRecord }
  | { readonly line: number; readonly action: 'unchanged'; readonly id: number; readonly data: JsonRecord };

/** Further problems are not reported: the user starts with the first ones. */
export const MAX_IMPORT_PROBLEMS = 500;

export const decideImport = (command: ImportRecords, file: CompanyFile): Decision<RecordEvent> =>
  runAllSteps(decideImportInSteps(command, file));

export function* decideImportInSteps(command: ImportRecords, file: CompanyFile): Steps<Decision<RecordEvent>> {
  const plan = yield* planImportInSteps(command, file);
  if (isRefusal(plan)) return plan;
  const created: { readonly id: number; readonly data: JsonRecord }[] = [];
  const updated: RecordUpdate[] = [];
  for (const row of plan) {
    if (row.action === 'created') created.push({ id: row.id, data: withoutNulls(row.data) });
    else if (row.action === 'updated') updated.push(row.update);
    yield;
  }
  const { resource } = command;
  const creations = yield* splitIntoBatchesInSteps(created);
  const updates = yield* splitIntoBatchesInSteps(updated);
  return [
    ...creations.map((records): RecordEvent => ({ type: 'RecordsCreated', data: { resource, records } })),
    ...updates.map((records): RecordEvent => ({ type: 'RecordsUpdated', data: { resource, records } })),
  ];
}

/** Plans an import line by line, without executing it. */
export const planImport = (command: ImportRecords, file: CompanyFile): readonly PlannedRow[] | Refusal =>
  runAllSteps(planImportInSteps(command, file));

export function* planImportInSteps(command: ImportRecords, file: CompanyFile): Steps<readonly PlannedRow[] | Refusal> {
  const resource = findResource(command.resource);
  if (!resource) return refuse('not_found');
  const key = resource.unique[0]![0]!;
  const bulk = createBulk(resource, file);
  const lineOfKey = new Map<Json, number>();
  const problems: Problem[] = [];
  const plan: PlannedRow[] = [];
  for (const [index, row] of command.rows.entries()) {
    if (problems.length >= MAX_IMPORT_PROBLEMS) break;
    const found = [...checkKey(row, key, command.mode, lineOfKey)];
    const data = { ...row.data, ...collectValue(resolveLookups(resource, row, bulk.file), found) };
    const value = data[key] ?? null;
    const known = typeof value === 'string' ? findIdByKey(file.records, resource, key, value) : undefined;
    if (command.mode === 'update' && value !== null && known === undefined)
      found.push({ code: 'import_key_unknown', field: key });
    if (found.length === 0) {
      const { line } = row;
      const planned = collectValue(
        known !== undefined && command.mode !== 'create'
          ? planChange(resource, { id: known, line, given: data }, bulk.file)
          : planCreation(
              resource,
              { id: command.ids[index]!, line, given: { ...command.defaults, ...data } },
              bulk.file,
            ),
        found,
      );
      if (planned.action === 'created') bulk.addRecord(planned.id, planned.data);
      plan.push(planned);
    }
    problems.push(...found.map((problem) => ({ ...problem, field: `lines.${row.line}.${problem.field ?? key}` })));
    yield;
  }
  return problems.length > 0 ? refuseInvalid(problems.slice(0, MAX_IMPORT_PROBLEMS)) : plan;
}

function* checkKey(
  { line, data }: ImportRow,
  key: string,
  mode: ImportMode,
  lineOfKey: Map<Json, number>,
): Generator<Problem> {
  const value = data[key] ?? null;
  if (value === null) {
    if (mode === 'update') yield { code: 'required', field: key };
    return;
  }
  const earlier = lineOfKey.get(value);
  if (earlier === undefined) lineOfKey.set(value, line);
  else yield { code: 'import_duplicate_key', field: key, params: { line: earlier } };
}

/** Resolves references given by key to ids. */
export function resolveLookups(resource: Resource, { lookups }: ImportRow, file: CompanyFile): Checked<JsonRecord> {
  const problems: Problem[] = [];
  const ids: Record<string, number> = {};
  for (const [name, text] of Object.entries(lookups)) {
    const field = resource.fields[name];
    const target = field?.kind === 'reference' ? findResource(field.to) : undefined;
    const id = target && findIdByKey(file.records, target, target.unique[0]![0]!, text);
    if (id === undefined) problems.push({ code: 'reference_unknown', field: name.replace(/_id$/, '') });
    else ids[name] = id;
  }
  return { value: ids, problems };
}

interface IdentifiedRow {
  readonly id: number;
  readonly line: number;
  readonly given: JsonRecord;
}

function planCreation(resource: Resource, { id, line, given }: IdentifiedRow, file: CompanyFile): Checked<PlannedRow> {
  const { data, problems } = prepareCreation(resource, id, given, file);
  return { value: { line, action: 'created', id, data }, problems };
}

function planChange(resource: Resource, { id, line, given }: IdentifiedRow, file: CompanyFile): Checked<PlannedRow> {
  const record = findLiveRecord(file.records, resource, id)!;
  const { changes, previous, problems } = prepareChange(resource, id, record, given, file);
  const data = { ...record.data, ...changes };
  if (Object.keys(changes).length === 0) return { value: { line, action: 'unchanged', id, data }, problems };
  const update = { id, version: record.version + 1, changes, previous };
  return { value: { line, action: 'updated', update, data }, problems };
}
