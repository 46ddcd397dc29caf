import type { CompanyFile } from '../company-file-state.ts';
import type { Json, JsonRecord } from '../json.ts';
import { batching } from '../batches.ts';
import { invalid, isRefusal, refuse, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { openBulk } from './bulk.ts';
import { changeOf, creationOf } from './checks.ts';
import { withoutNulls } from './packing.ts';
import type { RecordEvent, RecordUpdate } from './record-events.ts';
import { atOnce, type Steps } from '../steps.ts';
import type { Resource } from './resource.ts';
import { resourceNamed } from './resources.ts';
import { idByKey, living } from './state.ts';

/** Records of one resource from the lines of a file: all of them or none, in one operation. */

export const IMPORT_MODES = ['create', 'update', 'upsert'] as const;

/** Existing records are refused, required, or changed where they are there; told by the first unique field. */
export type ImportMode = (typeof IMPORT_MODES)[number];

export interface ImportRow {
  /** Number of the line in the file, from 1. */
  readonly line: number;
  /** Only the fields that the line gives. */
  readonly data: JsonRecord;
  /** References told by the key of what they refer to: an account by its number. */
  readonly lookups: Readonly<Record<string, string>>;
}

export interface ImportRecords {
  readonly type: 'ImportRecords';
  readonly resource: string;
  readonly mode: ImportMode;
  readonly rows: readonly ImportRow[];
  /** Values of new records where their lines give none. */
  readonly defaults: JsonRecord;
  /** One for each row: a row may turn out to be a new record. */
  readonly ids: readonly number[];
}

export type PlannedRow =
  | { readonly line: number; readonly action: 'created'; readonly id: number; readonly data: JsonRecord }
  | { readonly line: number; readonly action: 'updated'; readonly update: RecordUpdate; readonly data: JsonRecord }
  | { readonly line: number; readonly action: 'unchanged'; readonly id: number; readonly data: JsonRecord };

/** More problems than this are not reported: whoever reads them starts with the first ones. */
export const MAX_IMPORT_PROBLEMS = 500;

export const decideImport = (command: ImportRecords, file: CompanyFile): Decision<RecordEvent> =>
  atOnce(importInSteps(command, file));

export function* importInSteps(command: ImportRecords, file: CompanyFile): Steps<Decision<RecordEvent>> {
  const plan = yield* planInSteps(command, file);
  if (isRefusal(plan)) return plan;
  const created: { readonly id: number; readonly data: JsonRecord }[] = [];
  const updated: RecordUpdate[] = [];
  for (const row of plan) {
    if (row.action === 'created') created.push({ id: row.id, data: withoutNulls(row.data) });
    else if (row.action === 'updated') updated.push(row.update);
    yield;
  }
  const { resource } = command;
  const creations = yield* batching(created);
  const updates = yield* batching(updated);
  return [
    ...creations.map((records): RecordEvent => ({ type: 'RecordsCreated', data: { resource, records } })),
    ...updates.map((records): RecordEvent => ({ type: 'RecordsUpdated', data: { resource, records } })),
  ];
}

/** What an import would do, line by line. */
export const planImport = (command: ImportRecords, file: CompanyFile): readonly PlannedRow[] | Refusal =>
  atOnce(planInSteps(command, file));

export function* planInSteps(command: ImportRecords, file: CompanyFile): Steps<readonly PlannedRow[] | Refusal> {
  const resource = resourceNamed(command.resource);
  if (!resource) return refuse('not_found');
  const key = resource.unique[0]![0]!;
  const bulk = openBulk(resource, file);
  const lineOfKey = new Map<Json, number>();
  const problems: Problem[] = [];
  const plan: PlannedRow[] = [];
  for (const [index, row] of command.rows.entries()) {
    if (problems.length >= MAX_IMPORT_PROBLEMS) break;
    const found = [...keyProblems(row, key, command.mode, lineOfKey)];
    const data = { ...row.data, ...referred(resource, row, file, found) };
    const value = data[key] ?? null;
    const known = typeof value === 'string' ? idByKey(file.records, resource, key, value) : undefined;
    if (command.mode === 'update' && value !== null && known === undefined)
      found.push({ code: 'import_key_unknown', field: key });
    if (found.length === 0) {
      const planned =
        known !== undefined && command.mode !== 'create'
          ? plannedChange(resource, known, row.line, data, bulk.file, found)
          : plannedCreation(
              resource,
              command.ids[index]!,
              row.line,
              { ...command.defaults, ...data },
              bulk.file,
              found,
            );
      if (planned.action === 'created') bulk.add(planned.id, planned.data);
      plan.push(planned);
    }
    problems.push(...found.map((problem) => ({ ...problem, field: `lines.${row.line}.${problem.field ?? key}` })));
    yield;
  }
  return problems.length > 0 ? invalid(problems.slice(0, MAX_IMPORT_PROBLEMS)) : plan;
}

function* keyProblems(
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

/** Ids of what the row refers to by its key. */
function referred(resource: Resource, { lookups }: ImportRow, file: CompanyFile, problems: Problem[]): JsonRecord {
  const ids: Record<string, number> = {};
  for (const [name, text] of Object.entries(lookups)) {
    const field = resource.fields[name];
    const target = field?.kind === 'reference' ? resourceNamed(field.to) : undefined;
    const id = target && idByKey(file.records, target, target.unique[0]![0]!, text);
    if (id === undefined) problems.push({ code: 'reference_unknown', field: name.replace(/_id$/, '') });
    else ids[name] = id;
  }
  return ids;
}

function plannedCreation(
  resource: Resource,
  id: number,
  line: number,
  given: JsonRecord,
  file: CompanyFile,
  problems: Problem[],
): PlannedRow {
  const creation = creationOf(resource, id, given, file);
  problems.push(...creation.problems);
  return { line, action: 'created', id, data: creation.data };
}

function plannedChange(
  resource: Resource,
  id: number,
  line: number,
  given: JsonRecord,
  file: CompanyFile,
  problems: Problem[],
): PlannedRow {
  const record = living(file.records, resource, id)!;
  const change = changeOf(resource, id, record, given, file);
  problems.push(...change.problems);
  const { changes, previous } = change;
  const data = { ...record.data, ...changes };
  if (Object.keys(changes).length === 0) return { line, action: 'unchanged', id, data };
  return { line, action: 'updated', update: { id, version: record.version + 1, changes, previous }, data };
}
