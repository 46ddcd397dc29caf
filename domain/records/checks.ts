import type { CompanyFile } from '../company-file-state.ts';
import { isSameJson, type JsonRecord } from '../json.ts';
import type { Problem } from '../refusal.ts';
import { canReferTo, refersTo, listReferences } from './references.ts';
import type { Resource } from './resource.ts';
import type { Use } from './usage.ts';
import { resources } from './resources.ts';
import { isLiveRecord, buildUniqueKeys, type StoredRecord } from './state.ts';
import { recordUsers } from './users.ts';

/** Completes and normalises requested values, and finds all problems with them. */

export interface Creation {
  readonly data: JsonRecord;
  readonly problems: readonly Problem[];
}

export function prepareCreation(resource: Resource, id: number, given: JsonRecord, file: CompanyFile): Creation {
  const initial = withInitialValues(resource, given);
  const complete = resource.complete?.(initial, file) ?? initial;
  const changed = listFieldNames(resource);
  const data = resource.normalise?.(complete, file, changed) ?? complete;
  return { data, problems: findRecordProblems(resource, data, id, file, changed) };
}

export interface Change {
  readonly changes: JsonRecord;
  readonly previous: JsonRecord;
  readonly problems: readonly Problem[];
}

/** `changes` is empty if the record already has the requested values. */
export function prepareChange(
  resource: Resource,
  id: number,
  record: StoredRecord,
  requested: JsonRecord,
  file: CompanyFile,
): Change {
  const given = pickDiffering(resource, requested, record.data);
  // Only real changes have consequences: a client may also send unchanged fields.
  const after = { ...record.data, ...given, ...resource.deriveConsequences?.(given, record.data) };
  const kept = resource.normalise?.(after, file, new Set(Object.keys(given))) ?? after;
  const changes = pickDiffering(resource, { ...given, ...kept }, record.data);
  const changed = Object.keys(changes);
  const previous = pickFields(record.data, changed);
  if (changed.length === 0) return { changes, previous, problems: [] };
  const frozen = changed.filter((name) => isFrozen(resource, name, id, file));
  const erased = findErasedFields(resource, record, changes);
  if (erased.length > 0) return { changes, previous, problems: erased.map((field) => ({ code: 'erased', field })) };
  if (frozen.length > 0)
    return { changes, previous, problems: frozen.map((field) => ({ code: 'not_editable', field })) };
  const problems = findRecordProblems(resource, { ...record.data, ...changes }, id, file, new Set(changed));
  return { changes, previous, problems };
}

/** The erased fields of the record that would get another value. */
export function findErasedFields(resource: Resource, { data }: StoredRecord, requested: JsonRecord): readonly string[] {
  const erased = resource.listErased?.(data) ?? [];
  if (erased.length === 0) return [];
  const differing = pickDiffering(resource, requested, data);
  return erased.filter((name) => Object.hasOwn(differing, name));
}

export function findRecordProblems(
  resource: Resource,
  data: JsonRecord,
  id: number,
  file: CompanyFile,
  changed: ReadonlySet<string>,
): readonly Problem[] {
  const problems: Problem[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = data[name] ?? null;
    if (value === null && (field.required || field.isGenerated)) problems.push({ code: 'required', field: name });
  }
  for (const { field, to, id: named } of listReferences(resource, data))
    if (!isLiveRecord(file.records, to, named)) problems.push({ code: 'reference_unknown', field });
  for (const key of buildUniqueKeys(resource, data)) {
    const holder = file.records[resource.name]?.byKey.get(key);
    if (holder !== undefined && holder !== id)
      problems.push({ code: 'record_taken', field: key.slice(0, key.indexOf('=')).split('+')[0]! });
  }
  return [...problems, ...(resource.check?.(data, file, changed, id) ?? [])];
}

function withInitialValues(resource: Resource, given: JsonRecord): JsonRecord {
  const data: Record<string, JsonRecord[string]> = {};
  for (const name of listFieldNames(resource)) data[name] = given[name] ?? resource.fields[name]!.initial ?? null;
  return data;
}

const fieldNames = new Map<Resource, ReadonlySet<string>>();

function listFieldNames(resource: Resource): ReadonlySet<string> {
  let names = fieldNames.get(resource);
  if (!names) fieldNames.set(resource, (names = new Set(Object.keys(resource.fields))));
  return names;
}

export function isFrozen(resource: Resource, name: string, id: number, file: CompanyFile): boolean {
  const editable = resource.fields[name]?.editable ?? 'always';
  return editable === 'fixed' || (editable === 'while_unused' && listUsesOutside(resource, id, file).length > 0);
}

/** Uses of a record other than by records, such as entries. A used record cannot be trashed. */
export function listUsesOutside(resource: Resource, id: number, file: CompanyFile): readonly Use[] {
  const ids = [id, ...(resource.listMerged?.(id, file) ?? [])];
  return recordUsers.flatMap((uses) => uses[resource.name]?.(ids, file) ?? []);
}

/** Uses of a record by other untrashed records, such as an account in a journal. A used record cannot be trashed. */
export function findUses(target: Resource, id: number, file: CompanyFile): readonly Use[] {
  return resources.flatMap((resource) => {
    if (!canReferTo(resource, target.name)) return [];
    let count = 0;
    for (const record of file.records[resource.name]?.byId.values() ?? [])
      if (!record.isTrashed && refersTo(resource, record.data, target.name, id)) count++;
    return count === 0 ? [] : [{ resource: resource.name, count }];
  });
}

/** The requested values that differ from the current ones. An absent value counts as the initial value or null. */
function pickDiffering(resource: Resource, requested: JsonRecord, data: JsonRecord): JsonRecord {
  const names = Object.keys(requested).filter(
    (name) =>
      Object.hasOwn(resource.fields, name) &&
      requested[name] !== undefined &&
      !isSameJson(requested[name], data[name] ?? resource.fields[name]!.initial ?? null),
  );
  return pickFields(requested, names);
}

function pickFields(data: JsonRecord, names: readonly string[]): JsonRecord {
  return Object.fromEntries(names.map((name) => [name, data[name] ?? null]));
}
