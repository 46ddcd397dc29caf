import type { CompanyFile } from '../company-file-state.ts';
import { sameJson, type JsonRecord } from '../json.ts';
import type { Problem } from '../refusal.ts';
import { canName, names, referencesIn } from './references.ts';
import type { Resource } from './resource.ts';
import type { Use } from './usage.ts';
import { resources } from './resources.ts';
import { isLiving, keysOf, type StoredRecord } from './state.ts';

/** What becomes of requested values: filled in, in the form in which they are kept, and everything that is wrong with them. */

export interface Creation {
  readonly data: JsonRecord;
  readonly problems: readonly Problem[];
}

export function creationOf(resource: Resource, id: number, given: JsonRecord, file: CompanyFile): Creation {
  const initial = withInitialValues(resource, given);
  const complete = resource.complete?.(initial, file) ?? initial;
  const changed = allFields(resource);
  const data = resource.normalise?.(complete, file, changed) ?? complete;
  return { data, problems: problemsOf(resource, data, id, file, changed) };
}

export interface Change {
  readonly changes: JsonRecord;
  readonly previous: JsonRecord;
  readonly problems: readonly Problem[];
}

/** No changes when the record already is as requested. */
export function changeOf(
  resource: Resource,
  id: number,
  record: StoredRecord,
  requested: JsonRecord,
  file: CompanyFile,
): Change {
  const given = differing(resource, requested, record.data);
  // Only what really changes has consequences: a client may send fields along as they were.
  const after = { ...record.data, ...given, ...resource.consequences?.(given, record.data) };
  const kept = resource.normalise?.(after, file, new Set(Object.keys(given))) ?? after;
  const changes = differing(resource, { ...given, ...kept }, record.data);
  const changed = Object.keys(changes);
  const previous = pick(record.data, changed);
  if (changed.length === 0) return { changes, previous, problems: [] };
  const frozen = changed.filter((name) => isFrozen(resource, name, id, file));
  if (frozen.length > 0)
    return { changes, previous, problems: frozen.map((field) => ({ code: 'not_editable', field })) };
  const problems = problemsOf(resource, { ...record.data, ...changes }, id, file, new Set(changed));
  return { changes, previous, problems };
}

export function problemsOf(
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
  for (const { field, to, id: named } of referencesIn(resource, data))
    if (!isLiving(file.records, to, named)) problems.push({ code: 'reference_unknown', field });
  for (const key of keysOf(resource, data)) {
    const holder = file.records[resource.name]?.byKey.get(key);
    if (holder !== undefined && holder !== id)
      problems.push({ code: 'record_taken', field: key.slice(0, key.indexOf('=')).split('+')[0]! });
  }
  return [...problems, ...(resource.check?.(data, file, changed, id) ?? [])];
}

function withInitialValues(resource: Resource, given: JsonRecord): JsonRecord {
  const data: Record<string, JsonRecord[string]> = {};
  for (const name of allFields(resource)) data[name] = given[name] ?? resource.fields[name]!.initial ?? null;
  return data;
}

const fieldNames = new Map<Resource, ReadonlySet<string>>();

function allFields(resource: Resource): ReadonlySet<string> {
  let names = fieldNames.get(resource);
  if (!names) fieldNames.set(resource, (names = new Set(Object.keys(resource.fields))));
  return names;
}

export function isFrozen(resource: Resource, name: string, id: number, file: CompanyFile): boolean {
  const editable = resource.fields[name]?.editable ?? 'always';
  return editable === 'fixed' || (editable === 'while_unused' && (resource.usedBy?.(id, file).length ?? 0) > 0);
}

/** A record that another living record points to stays: an account of a journal, a VAT code of an account. */
export function referencesTo(target: Resource, id: number, file: CompanyFile): readonly Use[] {
  return resources.flatMap((resource) => {
    if (!canName(resource, target.name)) return [];
    let count = 0;
    for (const record of file.records[resource.name]?.byId.values() ?? [])
      if (!record.isTrashed && names(resource, record.data, target.name, id)) count++;
    return count === 0 ? [] : [{ resource: resource.name, count }];
  });
}

/** The requested values of fields of the resource that are not what they were; an absent value is none, or what records begin with. */
function differing(resource: Resource, requested: JsonRecord, data: JsonRecord): JsonRecord {
  const names = Object.keys(requested).filter(
    (name) =>
      Object.hasOwn(resource.fields, name) &&
      requested[name] !== undefined &&
      !sameJson(requested[name], data[name] ?? resource.fields[name]!.initial ?? null),
  );
  return pick(requested, names);
}

function pick(data: JsonRecord, names: readonly string[]): JsonRecord {
  return Object.fromEntries(names.map((name) => [name, data[name] ?? null]));
}
