import type { CompanyFile } from '../company-file-state.ts';
import { REFERRED, type ChartName } from '../country-packs/default-records.ts';
import type { JsonRecord } from '../json.ts';
import { refuseInvalid, refuse, assertUnreachable, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { createBulk } from './bulk.ts';
import {
  findErasedFields,
  findRecordProblems,
  findUses,
  listUsesOutside,
  prepareChange,
  prepareCreation,
} from './checks.ts';
import type { RecordEvent, RecordUpdate } from './record-events.ts';
import { listReferences } from './references.ts';
import type { Resource } from './resource.ts';
import { findResource } from './resources.ts';
import { createCollectionOver, findRuns, shareRecords } from './shared-records.ts';
import { buildUniqueKeys, findLiveRecord, withRecords, type Collection, type RecordsState } from './state.ts';
import { findVersionConflict } from '../versions.ts';

/** The generic decider: creates, updates, trashes and restores all records that are edited field by field. */

export type RecordCommand =
  | { type: 'CreateRecords'; resource: string; records: readonly { id: number; data: JsonRecord }[] }
  | { type: 'UpdateRecord'; resource: string; id: number; changes: JsonRecord; baseVersion: number | null }
  | { type: 'TrashRecord'; resource: string; id: number; baseVersion: number | null }
  | {
      type: 'RestoreRecord';
      resource: string;
      id: number;
      baseVersion?: number | null;
      /** Values to change on restoring, such as a new code if the old one is taken. */
      changes?: JsonRecord;
    };

/** `chart` is the chart of the country that a new company file begins with. */
export function evolveRecords(state: RecordsState, event: RecordEvent, chart: ChartName | null = null): RecordsState {
  const resource = findResource(event.data.resource);
  const collection = state[event.data.resource];
  if (!resource || !collection) return state;
  const isFirst = event.type === 'RecordsCreated' && collection.byId.size === 0;
  const first = isFirst && chart ? createFirstRecords(resource, chart, event.data.records, state) : null;
  return { ...state, [resource.name]: first ?? evolveCollection(resource, collection, event) };
}

/** Null unless most of the records are those that every file with this chart has. */
function createFirstRecords(
  resource: Resource,
  chart: ChartName,
  records: NewRecords,
  state: RecordsState,
): Collection | null {
  const shared = shareRecords(resource.name, chart, findRuns(resource.name, chart, records), state[REFERRED]?.shared);
  if (!shared || 2 * shared.byId.size < records.length) return null;
  return createCollectionOver(
    resource,
    shared,
    records.map(({ id, data }) => [id, { version: 1, data, isTrashed: false }] as const),
  );
}

function evolveCollection(resource: Resource, collection: Collection, event: RecordEvent): Collection {
  if (event.type === 'RecordsCreated') {
    const { records } = event.data;
    return {
      ...collection,
      byId: collection.byId.withAll(
        records.map(({ id, data }) => [id, { version: 1, data, isTrashed: false }] as const),
      ),
      byKey: collection.byKey.withAll(
        records.flatMap(({ id, data }) => buildUniqueKeys(resource, data).map((key) => [key, id] as const)),
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
  const resource = findResource(command.resource);
  if (!resource) return refuse('not_found');
  switch (command.type) {
    case 'CreateRecords':
      return createRecords(resource, command.records, file);
    case 'UpdateRecord':
      return updateRecord(resource, command, file);
    case 'TrashRecord':
      return trashRecord(resource, command, file);
    case 'RestoreRecord':
      return restoreRecord(resource, command, file);
    default:
      return assertUnreachable(command);
  }
}

type NewRecords = Extract<RecordCommand, { type: 'CreateRecords' }>['records'];

function createRecords(resource: Resource, records: NewRecords, file: CompanyFile): Decision<RecordEvent> {
  const problems: Problem[] = [];
  const created: { id: number; data: JsonRecord }[] = [];
  const bulk = createBulk(resource, file);
  for (const [index, { id, data: given }] of records.entries()) {
    const { data, problems: found } = prepareCreation(resource, id, given, bulk.file);
    problems.push(
      ...(records.length === 1 ? found : found.map((problem) => ({ ...problem, field: `${index}.${problem.field}` }))),
    );
    created.push({ id, data });
    bulk.addRecord(id, data);
  }
  if (problems.length > 0) return refuseInvalid(problems);
  return [
    { type: 'RecordsCreated', data: { resource: resource.name, records: created } },
    ...created.flatMap(({ id, data }) => buildOtherUpdates(resource, id, data, data, file)),
  ];
}

function updateRecord(
  resource: Resource,
  command: Extract<RecordCommand, { type: 'UpdateRecord' }>,
  file: CompanyFile,
): Decision<RecordEvent> {
  const { id, baseVersion } = command;
  const record = findLiveRecord(file.records, resource, id);
  if (!record) return refuse('not_found');
  // Before the version: an offline edit of erased data must not be kept as a conflict.
  const erased = findErasedFields(resource, record, command.changes);
  if (erased.length > 0) return refuse('erased', { field: erased[0]! });
  const conflict = findVersionConflict(record, baseVersion);
  if (conflict) return conflict;
  const { changes, previous, problems } = prepareChange(resource, id, record, command.changes, file);
  if (problems.length > 0) return refuseInvalid(problems);
  if (Object.keys(changes).length === 0) return [];
  return [
    { type: 'RecordUpdated', data: { resource: resource.name, id, version: record.version + 1, changes, previous } },
    ...buildOtherUpdates(resource, id, changes, { ...record.data, ...changes }, file),
  ];
}

function buildOtherUpdates(
  resource: Resource,
  id: number,
  given: JsonRecord,
  data: JsonRecord,
  file: CompanyFile,
): RecordEvent[] {
  const records = resource.listOtherUpdates?.(id, given, data, file) ?? [];
  return records.length === 0 ? [] : [{ type: 'RecordsUpdated', data: { resource: resource.name, records } }];
}

function trashRecord(
  resource: Resource,
  command: Extract<RecordCommand, { type: 'TrashRecord' }>,
  file: CompanyFile,
): Decision<RecordEvent> {
  const record = findLiveRecord(file.records, resource, command.id);
  if (!record) return refuse('not_found');
  const conflict = findVersionConflict(record, command.baseVersion);
  if (conflict) return conflict;
  const uses = [...listUsesOutside(resource, command.id, file), ...findUses(resource, command.id, file)];
  if (uses.length > 0) return refuse('in_use', { field: 'id' }, { used_by: uses });
  return [{ type: 'RecordTrashed', data: { resource: resource.name, id: command.id, version: record.version + 1 } }];
}

function restoreRecord(
  resource: Resource,
  { id, baseVersion = null, changes: requested = {} }: Extract<RecordCommand, { type: 'RestoreRecord' }>,
  file: CompanyFile,
): Decision<RecordEvent> {
  const record = file.records[resource.name]?.byId.get(id);
  if (!record?.isTrashed || record.isPurged) return refuse('not_found');
  const conflict = findVersionConflict(record, baseVersion);
  if (conflict) return conflict;
  const { changes, previous, problems } = prepareChange(resource, id, record, requested, file);
  const data = { ...record.data, ...changes };
  const found = Object.keys(changes).length > 0 ? problems : findRecordProblems(resource, data, id, file, new Set());
  if (found.length > 0) return refuseRestore(found, resource, data, file);
  const name = resource.name;
  const restored: RecordEvent = { type: 'RecordRestored', data: { resource: name, id, version: record.version + 1 } };
  if (Object.keys(changes).length === 0) return [restored];
  return [
    restored,
    { type: 'RecordUpdated', data: { resource: name, id, version: record.version + 2, changes, previous } },
  ];
}

/** If a referenced record is trashed too, the refusal names it, so that it can be restored first. */
export function refuseRestore(
  problems: readonly Problem[],
  resource: Resource,
  data: JsonRecord,
  file: CompanyFile,
): Refusal {
  const parents: { resource: string; id: number }[] = [];
  const references = listReferences(resource, data);
  const told = problems.map((problem): Problem => {
    const named = references.find(({ field }) => field === problem.field);
    if (problem.code !== 'reference_unknown' || !named) return problem;
    const parent = file.records[named.to]?.byId.get(named.id);
    if (!parent?.isTrashed || parent.isPurged) return problem;
    parents.push({ resource: named.to, id: named.id });
    return { ...problem, code: 'parent_in_bin' };
  });
  const refused = refuseInvalid(told);
  return parents.length > 0 ? { ...refused, code: 'parent_in_bin', facts: { parents } } : refused;
}
