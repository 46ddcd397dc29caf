import type { CompanyFile } from '../company-file-state.ts';
import {
  blocked,
  changedSince,
  chosen,
  oneByOne,
  type Blocker,
  type Undone,
  type UndoRole,
  type UndoRules,
} from '../history/undo.ts';
import { sameJson } from '../json.ts';
import type { recordEvents, RecordUpdate } from './record-events.ts';
import { canName, names } from './references.ts';
import type { Resource } from './resource.ts';
import { resourceNamed, resources } from './resources.ts';

/** What was made goes to the recycle bin, what was changed gets its earlier values, what went to the bin comes back. */

const roleOf = ({ resource }: { readonly resource: string }): UndoRole =>
  resourceNamed(resource)?.writtenBy ?? 'manager';

export const recordUndo: UndoRules<typeof recordEvents> = {
  RecordsCreated: {
    role: roleOf,
    back: ({ resource, records }, undoing) =>
      oneByOne(chosen(records, undoing.only).toReversed(), undoing, ({ id }, { file }) => trashed(resource, id, file)),
  },
  RecordUpdated: {
    role: roleOf,
    back: ({ resource, ...update }, { file }) => {
      const back = earlierValues(resource, update, file);
      return 'blockers' in back ? back : [{ type: 'RecordUpdated', data: { resource, ...back } }];
    },
  },
  RecordsUpdated: {
    role: roleOf,
    back: ({ resource, records }, { file, only }) => updatedBack(resource, chosen(records, only), file),
  },
  RecordTrashed: { role: roleOf, back: ({ resource, id }, { file }) => restored(resource, id, file) },
  RecordRestored: { role: roleOf, back: ({ resource, id }, { file }) => trashed(resource, id, file) },
  RecordsPurged: { never: 'undo_purged', resource: 'trash' },
};

function trashed(name: string, id: number, file: CompanyFile): Undone {
  const resource = resourceNamed(name);
  const record = file.records[name]?.byId.get(id);
  if (!resource || !record) throw new Error(`${name} ${id} does not exist`);
  if (record.isTrashed) return blocked('undo_record_trashed', name, id);
  const uses = usesOf(resource, id, file);
  if (uses.length > 0) return { blockers: uses };
  return [{ type: 'RecordTrashed', data: { resource: name, id, version: record.version + 1 } }];
}

/** What depends on the record, each named by the first of its kind. */
function usesOf(target: Resource, id: number, file: CompanyFile): readonly Blocker[] {
  const elsewhere = (target.usedBy?.(id, file) ?? []).map(({ resource }): Blocker => ({
    code: 'undo_record_used',
    resource,
    id: null,
    params: { of: target.name, used: id },
  }));
  return [...elsewhere, ...resources.flatMap((resource) => referring(resource, target, id, file))];
}

function referring(resource: Resource, target: Resource, id: number, file: CompanyFile): readonly Blocker[] {
  if (!canName(resource, target.name)) return [];
  for (const [other, record] of file.records[resource.name]?.byId.entries() ?? [])
    if (!record.isTrashed && names(resource, record.data, target.name, id))
      return [{ code: 'undo_record_used', resource: resource.name, id: other, params: { of: target.name, used: id } }];
  return [];
}

/** What else is wrong with it then is judged once everything is taken back. */
function restored(resource: string, id: number, file: CompanyFile): Undone {
  const record = file.records[resource]?.byId.get(id);
  if (!record || record.isPurged) return blocked('undo_purged', 'trash', id);
  if (!record.isTrashed) return blocked('undo_record_restored', resource, id);
  return [{ type: 'RecordRestored', data: { resource, id, version: record.version + 1 } }];
}

function updatedBack(resource: string, updates: readonly RecordUpdate[], file: CompanyFile): Undone {
  const back = updates.map((update) => earlierValues(resource, update, file));
  const blockers = back.flatMap((one) => ('blockers' in one ? one.blockers : []));
  if (blockers.length > 0) return { blockers };
  const records = back.filter((one): one is RecordUpdate => !('blockers' in one));
  return records.length === 0 ? [] : [{ type: 'RecordsUpdated', data: { resource, records } }];
}

/** A field that has moved on since keeps what it has: the change is not taken back. */
function earlierValues(
  resource: string,
  { id, changes, previous }: Pick<RecordUpdate, 'id' | 'changes' | 'previous'>,
  file: CompanyFile,
): RecordUpdate | { readonly blockers: readonly Blocker[] } {
  const record = file.records[resource]?.byId.get(id);
  if (!record || record.isPurged) return blocked('undo_purged', 'trash', id);
  if (record.isTrashed) return blocked('undo_record_trashed', resource, id);
  const moved = Object.keys(changes).filter((name) => !sameJson(record.data[name] ?? null, changes[name] ?? null));
  const stuck = changedSince(moved, resource, id);
  if (stuck) return stuck;
  const values = Object.fromEntries(Object.keys(changes).map((name) => [name, previous[name] ?? null]));
  return { id, version: record.version + 1, changes: values, previous: changes };
}
