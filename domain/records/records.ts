import type { CompanyFile } from '../company-file-state.ts';
import type { JsonRecord } from '../json.ts';
import { invalid, refuse, unreachable, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { openBulk } from './bulk.ts';
import { changeOf, creationOf, problemsOf, referencesTo } from './checks.ts';
import type { RecordEvent, RecordUpdate } from './record-events.ts';
import { referencesIn } from './references.ts';
import type { Resource } from './resource.ts';
import { resourceNamed } from './resources.ts';
import { keysOf, living, withRecords, type Collection, type RecordsState } from './state.ts';

/** The generic decider: everything that is edited field by field is created, updated, trashed, restored here. */

export type RecordCommand =
  | { type: 'CreateRecords'; resource: string; records: readonly { id: number; data: JsonRecord }[] }
  | { type: 'UpdateRecord'; resource: string; id: number; changes: JsonRecord; baseVersion: number | null }
  | { type: 'TrashRecord'; resource: string; id: number; baseVersion: number | null }
  | {
      type: 'RestoreRecord';
      resource: string;
      id: number;
      baseVersion?: number | null;
      /** Values that it comes back with, such as another code where its own was taken since. */
      changes?: JsonRecord;
    };

export function evolveRecords(state: RecordsState, event: RecordEvent): RecordsState {
  const resource = resourceNamed(event.data.resource);
  const collection = state[event.data.resource];
  if (!resource || !collection) return state;
  return { ...state, [resource.name]: evolveCollection(resource, collection, event) };
}

function evolveCollection(resource: Resource, collection: Collection, event: RecordEvent): Collection {
  if (event.type === 'RecordsCreated') {
    const { records } = event.data;
    return {
      byId: collection.byId.withAll(
        records.map(({ id, data }) => [id, { version: 1, data, isTrashed: false }] as const),
      ),
      byKey: collection.byKey.withAll(
        records.flatMap(({ id, data }) => keysOf(resource, data).map((key) => [key, id] as const)),
      ),
    };
  }
  if (event.type === 'RecordsUpdated') return withUpdates(resource, collection, event.data.records);
  if (event.type === 'RecordUpdated') return withUpdates(resource, collection, [event.data]);
  if (event.type === 'RecordsPurged')
    return withRecords(
      resource,
      collection,
      event.data.records.flatMap(({ id, version }) => {
        const before = collection.byId.get(id);
        return before ? [[id, { ...before, version, isTrashed: true, isPurged: true }] as const] : [];
      }),
    );
  const { id, version } = event.data;
  const before = collection.byId.get(id);
  if (!before) return collection;
  return withRecords(resource, collection, [[id, { ...before, version, isTrashed: event.type === 'RecordTrashed' }]]);
}

function withUpdates(resource: Resource, collection: Collection, updates: readonly RecordUpdate[]): Collection {
  const records = updates.flatMap(({ id, version, changes }) => {
    const before = collection.byId.get(id);
    return before ? [[id, { ...before, version, data: { ...before.data, ...changes } }] as const] : [];
  });
  return withRecords(resource, collection, records);
}

export function decideRecords(command: RecordCommand, file: CompanyFile): Decision<RecordEvent> {
  const resource = resourceNamed(command.resource);
  if (!resource) return refuse('not_found');
  switch (command.type) {
    case 'CreateRecords':
      return create(resource, command.records, file);
    case 'UpdateRecord':
      return update(resource, command, file);
    case 'TrashRecord':
      return trash(resource, command, file);
    case 'RestoreRecord':
      return restore(resource, command, file);
    default:
      return unreachable(command);
  }
}

type NewRecords = Extract<RecordCommand, { type: 'CreateRecords' }>['records'];

function create(resource: Resource, records: NewRecords, file: CompanyFile): Decision<RecordEvent> {
  const problems: Problem[] = [];
  const created: { id: number; data: JsonRecord }[] = [];
  const bulk = openBulk(resource, file);
  for (const [index, { id, data: given }] of records.entries()) {
    const { data, problems: found } = creationOf(resource, id, given, bulk.file);
    problems.push(
      ...(records.length === 1 ? found : found.map((problem) => ({ ...problem, field: `${index}.${problem.field}` }))),
    );
    created.push({ id, data });
    bulk.add(id, data);
  }
  if (problems.length > 0) return invalid(problems);
  return [
    { type: 'RecordsCreated', data: { resource: resource.name, records: created } },
    ...created.flatMap(({ id, data }) => withOthers(resource, id, data, data, file)),
  ];
}

function update(
  resource: Resource,
  command: Extract<RecordCommand, { type: 'UpdateRecord' }>,
  file: CompanyFile,
): Decision<RecordEvent> {
  const { id, baseVersion } = command;
  const record = living(file.records, resource, id);
  if (!record) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== record.version) return conflict(record.version);
  const { changes, previous, problems } = changeOf(resource, id, record, command.changes, file);
  if (problems.length > 0) return invalid(problems);
  if (Object.keys(changes).length === 0) return [];
  return [
    { type: 'RecordUpdated', data: { resource: resource.name, id, version: record.version + 1, changes, previous } },
    ...withOthers(resource, id, changes, { ...record.data, ...changes }, file),
  ];
}

function withOthers(
  resource: Resource,
  id: number,
  given: JsonRecord,
  data: JsonRecord,
  file: CompanyFile,
): RecordEvent[] {
  const records = resource.others?.(id, given, data, file) ?? [];
  return records.length === 0 ? [] : [{ type: 'RecordsUpdated', data: { resource: resource.name, records } }];
}

function trash(
  resource: Resource,
  command: Extract<RecordCommand, { type: 'TrashRecord' }>,
  file: CompanyFile,
): Decision<RecordEvent> {
  const record = living(file.records, resource, command.id);
  if (!record) return refuse('not_found');
  if (command.baseVersion !== null && command.baseVersion !== record.version) return conflict(record.version);
  const uses = [...(resource.usedBy?.(command.id, file) ?? []), ...referencesTo(resource, command.id, file)];
  if (uses.length > 0) return refuse('in_use', { field: 'id' }, { used_by: uses });
  return [{ type: 'RecordTrashed', data: { resource: resource.name, id: command.id, version: record.version + 1 } }];
}

function restore(
  resource: Resource,
  { id, baseVersion = null, changes: requested = {} }: Extract<RecordCommand, { type: 'RestoreRecord' }>,
  file: CompanyFile,
): Decision<RecordEvent> {
  const record = file.records[resource.name]?.byId.get(id);
  if (!record?.isTrashed || record.isPurged) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== record.version) return conflict(record.version);
  const { changes, previous, problems } = changeOf(resource, id, record, requested, file);
  const data = { ...record.data, ...changes };
  const found = Object.keys(changes).length > 0 ? problems : problemsOf(resource, data, id, file, new Set());
  if (found.length > 0) return restoreRefused(found, resource, data, file);
  const name = resource.name;
  const restored: RecordEvent = { type: 'RecordRestored', data: { resource: name, id, version: record.version + 1 } };
  if (Object.keys(changes).length === 0) return [restored];
  return [
    restored,
    { type: 'RecordUpdated', data: { resource: name, id, version: record.version + 2, changes, previous } },
  ];
}

/** What it refers to may lie in the recycle bin itself: it is named, so that it can be brought back first. */
export function restoreRefused(
  problems: readonly Problem[],
  resource: Resource,
  data: JsonRecord,
  file: CompanyFile,
): Refusal {
  const parents: { resource: string; id: number }[] = [];
  const references = referencesIn(resource, data);
  const told = problems.map((problem): Problem => {
    const named = references.find(({ field }) => field === problem.field);
    if (problem.code !== 'reference_unknown' || !named) return problem;
    const parent = file.records[named.to]?.byId.get(named.id);
    if (!parent?.isTrashed || parent.isPurged) return problem;
    parents.push({ resource: named.to, id: named.id });
    return { ...problem, code: 'parent_in_bin' };
  });
  const refused = invalid(told);
  return parents.length > 0 ? { ...refused, code: 'parent_in_bin', facts: { parents } } : refused;
}

export const conflict = (serverVersion: number) => refuse('conflict', {}, { server_version: serverVersion });
