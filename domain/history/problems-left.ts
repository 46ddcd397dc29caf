import type { CompanyFile } from '../company-file-state.ts';
import type { DomainEvent } from '../event.ts';
import { isFrozen, findRecordProblems } from '../records/checks.ts';
import type { RecordEvent } from '../records/record-events.ts';
import type { StoredRecord } from '../records/state.ts';
import { findResource } from '../records/resources.ts';
import type { Blocker } from './undo.ts';

/**
 * Problems with records after the undo: a code that another record now uses, or a reference to a trashed record. Checked
 * at the end, because changes undone together may be inconsistent halfway.
 */
export function findRemainingProblems(
  events: readonly DomainEvent[],
  before: CompanyFile,
  after: CompanyFile,
): readonly Blocker[] {
  const touched = new Map<string, { resource: string; id: number; fields: Set<string> }>();
  const recordTouch = (resource: string, id: number, fields: readonly string[]): void => {
    const key = `${resource}:${id}`;
    const known = touched.get(key) ?? { resource, id, fields: new Set<string>() };
    fields.forEach((field) => known.fields.add(field));
    touched.set(key, known);
  };
  for (const event of events as readonly RecordEvent[]) {
    if (event.type === 'RecordUpdated')
      recordTouch(event.data.resource, event.data.id, Object.keys(event.data.changes));
    else if (event.type === 'RecordsUpdated')
      event.data.records.forEach(({ id, changes }) => recordTouch(event.data.resource, id, Object.keys(changes)));
    else if (event.type === 'RecordRestored') recordTouch(event.data.resource, event.data.id, []);
  }
  return [...touched.values()].flatMap(({ resource: name, id, fields }): readonly Blocker[] => {
    const resource = findResource(name);
    const record = after.records[name]?.byId.get(id);
    if (!resource || !record || record.isTrashed) return [];
    const was = before.records[name]?.byId.get(id);
    const wasLiving = was?.isTrashed === false;
    const frozen = wasLiving ? [...fields].filter((field) => isFrozen(resource, field, id, after)) : [];
    if (frozen.length > 0)
      return frozen.map((field) => ({ code: 'not_editable', resource: name, id, params: { field } }));
    const judging = wasLiving ? withRecord(after, name, id, was) : after;
    return findRecordProblems(resource, record.data, id, judging, fields).map(({ code, field, params }) => ({
      code,
      resource: name,
      id: code === 'record_taken' ? findValueHolder(name, id, field ?? '', after) : id,
      params: { ...(field !== undefined && { field }), ...params },
    }));
  });
}

/** Validates as for an edit: the allowed values also depend on the previous ones. */
function withRecord(file: CompanyFile, name: string, id: number, record: StoredRecord): CompanyFile {
  const collection = file.records[name]!;
  const changed = { ...collection, byId: collection.byId.with(id, record) };
  return { ...file, records: { ...file.records, [name]: changed } };
}

/** The record that now has this value. */
function findValueHolder(resource: string, id: number, field: string, { records }: CompanyFile): number {
  const collection = records[resource];
  const value = collection?.byId.get(id)?.data[field];
  for (const [other, record] of collection?.byId.entries() ?? [])
    if (other !== id && !record.isTrashed && record.data[field] === value) return other;
  return id;
}
