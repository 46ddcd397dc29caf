import type { CompanyFile } from '../company-file.ts';
import { shape, type EventCatalogue } from '../event.ts';
import { sameJson, type JsonRecord } from '../json.ts';
import { emptyMap, mapOf } from '../persistent-map.ts';
import { invalid, refuse, unreachable, type Decision, type Problem } from '../refusal.ts';
import type { Resource } from './resource.ts';
import { resourceNamed, resources } from './resources.ts';
import { living, type Collection, type RecordsState, type StoredRecord } from './state.ts';

/** The generic decider: everything that is edited field by field is created, updated, trashed, restored here. */

export type RecordCommand =
  | { type: 'CreateRecords'; resource: string; records: readonly { id: number; data: JsonRecord }[] }
  | { type: 'UpdateRecord'; resource: string; id: number; changes: JsonRecord; baseVersion: number | null }
  | { type: 'TrashRecord'; resource: string; id: number; baseVersion: number | null }
  | { type: 'RestoreRecord'; resource: string; id: number };

export type RecordEvent =
  | { type: 'RecordsCreated'; data: { resource: string; records: readonly { id: number; data: JsonRecord }[] } }
  | {
      type: 'RecordUpdated';
      data: { resource: string; id: number; version: number; changes: JsonRecord; previous: JsonRecord };
    }
  | { type: 'RecordTrashed'; data: { resource: string; id: number; version: number } }
  | { type: 'RecordRestored'; data: { resource: string; id: number; version: number } };

const oneRecord = { resource: shape.text, id: shape.id, version: shape.positive };

export const recordEvents = {
  RecordsCreated: {
    version: 1,
    meaning: 'Records of one resource came into being: one typed in, or a whole chart of accounts.',
    schema: shape.object({
      resource: shape.text,
      records: shape.list(shape.object({ id: shape.id, data: shape.anyObject }), 1),
    }),
  },
  RecordUpdated: {
    version: 1,
    meaning: 'Fields of a record got other values; the earlier ones are told too.',
    schema: shape.object({ ...oneRecord, changes: shape.anyObject, previous: shape.anyObject }),
  },
  RecordTrashed: { version: 1, meaning: 'A record went to the recycle bin.', schema: shape.object(oneRecord) },
  RecordRestored: { version: 1, meaning: 'A record came back from the recycle bin.', schema: shape.object(oneRecord) },
} satisfies EventCatalogue;

export const initialRecords: RecordsState = Object.fromEntries(
  resources.map(({ name }) => [name, { byId: emptyMap<number, StoredRecord>(), byKey: emptyMap<string, number>() }]),
);

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
  const { id, version } = event.data;
  const before = collection.byId.get(id);
  if (!before) return collection;
  const after: StoredRecord = {
    version,
    data: event.type === 'RecordUpdated' ? { ...before.data, ...event.data.changes } : before.data,
    isTrashed: event.type === 'RecordTrashed',
  };
  let byKey = collection.byKey;
  if (!before.isTrashed) for (const key of keysOf(resource, before.data)) byKey = byKey.without(key);
  if (!after.isTrashed) byKey = byKey.withAll(keysOf(resource, after.data).map((key) => [key, id] as const));
  return { byId: collection.byId.with(id, after), byKey };
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
      return restore(resource, command.id, file);
    default:
      return unreachable(command);
  }
}

type NewRecords = Extract<RecordCommand, { type: 'CreateRecords' }>['records'];

function create(resource: Resource, records: NewRecords, file: CompanyFile): Decision<RecordEvent> {
  const problems: Problem[] = [];
  const created: { id: number; data: JsonRecord }[] = [];
  let current = file;
  for (const [index, { id, data: given }] of records.entries()) {
    const data = resource.complete?.(withInitialValues(resource, given), current) ?? withInitialValues(resource, given);
    const found = problemsOf(resource, data, id, current);
    problems.push(
      ...(records.length === 1 ? found : found.map((problem) => ({ ...problem, field: `${index}.${problem.field}` }))),
    );
    created.push({ id, data });
    // The next one must find this one there: its key is taken, and so is a code that was made for it.
    if (records.length > 1)
      current = { ...current, records: evolveRecords(current.records, createdEvent(resource, [{ id, data }])) };
  }
  if (problems.length > 0) return invalid(problems);
  return [createdEvent(resource, created)];
}

const createdEvent = ({ name: resource }: Resource, records: NewRecords): RecordEvent => ({
  type: 'RecordsCreated',
  data: { resource, records },
});

function update(
  resource: Resource,
  command: Extract<RecordCommand, { type: 'UpdateRecord' }>,
  file: CompanyFile,
): Decision<RecordEvent> {
  const { id, baseVersion } = command;
  const record = living(file.records, resource.name, id);
  if (!record) return refuse('not_found');
  if (baseVersion !== null && baseVersion !== record.version) return conflict(record.version);
  const asked = differing(resource, command.changes, record.data);
  // Only what really changes has consequences: a client may send fields along as they were.
  const changes = differing(resource, { ...asked, ...resource.consequences?.(asked, record.data) }, record.data);
  const changed = Object.keys(changes);
  if (changed.length === 0) return [];
  const frozen = changed.filter((name) => isFrozen(resource, name, id, file));
  if (frozen.length > 0) return invalid(frozen.map((field) => ({ code: 'not_editable', field })));
  const problems = problemsOf(resource, { ...record.data, ...changes }, id, file);
  if (problems.length > 0) return invalid(problems);
  const previous = pick(record.data, changed);
  return [
    { type: 'RecordUpdated', data: { resource: resource.name, id, version: record.version + 1, changes, previous } },
  ];
}

function trash(
  resource: Resource,
  command: Extract<RecordCommand, { type: 'TrashRecord' }>,
  file: CompanyFile,
): Decision<RecordEvent> {
  const record = living(file.records, resource.name, command.id);
  if (!record) return refuse('not_found');
  if (command.baseVersion !== null && command.baseVersion !== record.version) return conflict(record.version);
  if (resource.isUsed?.(command.id, file) || isReferredTo(resource, command.id, file))
    return refuse('in_use', { field: 'id' });
  return [{ type: 'RecordTrashed', data: { resource: resource.name, id: command.id, version: record.version + 1 } }];
}

function restore(resource: Resource, id: number, file: CompanyFile): Decision<RecordEvent> {
  const record = file.records[resource.name]?.byId.get(id);
  if (!record?.isTrashed) return refuse('not_found');
  const problems = problemsOf(resource, record.data, id, file);
  if (problems.length > 0) return invalid(problems);
  return [{ type: 'RecordRestored', data: { resource: resource.name, id, version: record.version + 1 } }];
}

const conflict = (serverVersion: number) => refuse('conflict', {}, { server_version: serverVersion });

function problemsOf(resource: Resource, data: JsonRecord, id: number, file: CompanyFile): readonly Problem[] {
  const problems: Problem[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = data[name] ?? null;
    if (value === null && (field.required || field.isGenerated)) problems.push({ code: 'required', field: name });
    if (field.kind === 'reference' && typeof value === 'number' && !living(file.records, field.to, value)) {
      problems.push({ code: 'reference_unknown', field: name });
    }
  }
  for (const key of keysOf(resource, data)) {
    const holder = file.records[resource.name]?.byKey.get(key);
    if (holder !== undefined && holder !== id)
      problems.push({ code: 'record_taken', field: key.slice(0, key.indexOf('=')).split('+')[0]! });
  }
  return [...problems, ...(resource.check?.(data, file) ?? [])];
}

function keysOf(resource: Resource, data: JsonRecord): string[] {
  return resource.unique
    .filter((fields) => fields.every((field) => (data[field] ?? null) !== null))
    .map((fields) => `${fields.join('+')}=${fields.map((field) => data[field] as string | number).join('\u0001')}`);
}

function withInitialValues(resource: Resource, given: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [name, given[name] ?? field.initial ?? null]),
  );
}

function isFrozen(resource: Resource, name: string, id: number, file: CompanyFile): boolean {
  const editable = resource.fields[name]?.editable ?? 'always';
  return editable === 'fixed' || (editable === 'while_unused' && resource.isUsed?.(id, file) === true);
}

/** A record that another living record points to stays: an account of a journal, a VAT code of an account. */
function isReferredTo(target: Resource, id: number, file: CompanyFile): boolean {
  return resources.some((resource) => {
    const pointing = Object.entries(resource.fields).filter(
      ([, field]) => field.kind === 'reference' && field.to === target.name,
    );
    if (pointing.length === 0) return false;
    for (const record of file.records[resource.name]?.byId.values() ?? []) {
      if (!record.isTrashed && pointing.some(([name]) => record.data[name] === id)) return true;
    }
    return false;
  });
}

/** The wanted values of fields of the resource that are not what they were; an absent value is none. */
function differing(resource: Resource, wanted: JsonRecord, data: JsonRecord): JsonRecord {
  const names = Object.keys(wanted).filter(
    (name) =>
      Object.hasOwn(resource.fields, name) && wanted[name] !== undefined && !sameJson(wanted[name], data[name] ?? null),
  );
  return pick(wanted, names);
}

function pick(data: JsonRecord, names: readonly string[]): JsonRecord {
  return Object.fromEntries(names.map((name) => [name, data[name] ?? null]));
}

/** For snapshots: a collection as plain data and back. */
export function packCollection(collection: Collection): JsonRecord {
  return {
    records: [...collection.byId.entries()].map(([id, { version, data, isTrashed }]) => [id, version, data, isTrashed]),
  };
}

export function unpackCollection(name: string, packed: JsonRecord): Collection {
  const resource = resourceNamed(name);
  const rows = packed['records'] as unknown as [number, number, JsonRecord, boolean][];
  const keys = resource
    ? rows
        .filter(([, , , trashed]) => !trashed)
        .flatMap(([id, , data]) => keysOf(resource, data).map((key) => [key, id] as const))
    : [];
  return {
    byId: mapOf(rows.map(([id, version, data, isTrashed]) => [id, { version, data, isTrashed }])),
    byKey: mapOf(keys),
  };
}
