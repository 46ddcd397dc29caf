import type { CompanyFile } from '../company-file-state.ts';
import type { DomainEvent } from '../event.ts';
import type { PostedEntry } from '../ledger/entry-events.ts';
import {
  blockUndo,
  blockIfChanged,
  selectUndoItems,
  undoOneByOne,
  type Blocker,
  type Undone,
  type UndoRole,
  type UndoRules,
} from '../history/undo.ts';
import { isSameJson } from '../json.ts';
import { listUsesOutside } from './checks.ts';
import type { recordEvents, RecordUpdate } from './record-events.ts';
import { canReferTo, refersTo } from './references.ts';
import type { Resource } from './resource.ts';
import { findResource, resources } from './resources.ts';

/**
 * Undoing a creation trashes the record, undoing a change restores the earlier values, undoing a trashing restores the
 * record.
 */

const getRole = ({ resource }: { readonly resource: string }): UndoRole =>
  findResource(resource)?.writtenBy ?? 'manager';

export const recordUndo: UndoRules<typeof recordEvents> = {
  RecordsCreated: {
    role: getRole,
    // A journal created by a closing stays when the closing is undone, because its numbering has started. So do the
    // accounts of exchange differences, because entries use them.
    revert: ({ resource, records }, undoing) =>
      undoing.together.some(({ type }) => type === 'FiscalYearClosed' || type === 'CurrenciesRevalued') ||
      (resource === 'accounts' && isPostedTo(records, undoing.together))
        ? []
        : undoOneByOne(selectUndoItems(records, undoing.only).toReversed(), undoing, ({ id }, { file }) =>
            trashAgain(resource, id, file),
          ),
  },
  RecordUpdated: {
    role: getRole,
    revert: ({ resource, ...update }, { file }) => {
      const back = buildRevertedUpdate(resource, update, file);
      return 'blockers' in back ? back : [{ type: 'RecordUpdated', data: { resource, ...back } }];
    },
  },
  RecordsUpdated: {
    role: getRole,
    revert: ({ resource, records }, { file, only }) => revertUpdates(resource, selectUndoItems(records, only), file),
  },
  RecordTrashed: { role: getRole, revert: ({ resource, id }, { file }) => restoreAgain(resource, id, file) },
  RecordRestored: { role: getRole, revert: ({ resource, id }, { file }) => trashAgain(resource, id, file) },
  RecordsPurged: { never: 'undo_purged', resource: 'trash' },
};

/** Entries that the service builds when it settles items. */
const SETTLING: readonly string[] = ['exchange_difference', 'bank_transaction'];

/** Whether entries of settled items use one of the accounts. Such an entry is reversed, which uses it too. */
function isPostedTo(created: readonly { readonly id: number }[], together: readonly DomainEvent[]): boolean {
  const ids = new Set(created.map(({ id }) => id));
  return together
    .filter(({ type }) => type === 'EntryPosted')
    .map(({ data }) => data as unknown as PostedEntry)
    .some(({ origin, lines }) => SETTLING.includes(origin) && lines.some(({ account_id }) => ids.has(account_id)));
}

function trashAgain(name: string, id: number, file: CompanyFile): Undone {
  const resource = findResource(name);
  const record = file.records[name]?.byId.get(id);
  if (!resource || !record) throw new Error(`${name} ${id} does not exist`);
  if (record.isTrashed) return blockUndo('undo_record_trashed', name, id);
  const uses = listUseBlockers(resource, id, file);
  if (uses.length > 0) return { blockers: uses };
  return [{ type: 'RecordTrashed', data: { resource: name, id, version: record.version + 1 } }];
}

/** Blockers for uses of the record, one per kind. */
function listUseBlockers(target: Resource, id: number, file: CompanyFile): readonly Blocker[] {
  const elsewhere = listUsesOutside(target, id, file).map(({ resource }): Blocker => ({
    code: 'undo_record_used',
    resource,
    id: null,
    params: { of: target.name, used: id },
  }));
  return [...elsewhere, ...resources.flatMap((resource) => findReferringBlocker(resource, target, id, file))];
}

function findReferringBlocker(resource: Resource, target: Resource, id: number, file: CompanyFile): readonly Blocker[] {
  if (!canReferTo(resource, target.name)) return [];
  for (const [other, record] of file.records[resource.name]?.byId.entries() ?? [])
    if (!record.isTrashed && refersTo(resource, record.data, target.name, id))
      return [{ code: 'undo_record_used', resource: resource.name, id: other, params: { of: target.name, used: id } }];
  return [];
}

/** Other problems are checked once everything is undone. */
function restoreAgain(resource: string, id: number, file: CompanyFile): Undone {
  const record = file.records[resource]?.byId.get(id);
  if (!record || record.isPurged) return blockUndo('undo_purged', 'trash', id);
  if (!record.isTrashed) return blockUndo('undo_record_restored', resource, id);
  return [{ type: 'RecordRestored', data: { resource, id, version: record.version + 1 } }];
}

function revertUpdates(resource: string, updates: readonly RecordUpdate[], file: CompanyFile): Undone {
  const back = updates.map((update) => buildRevertedUpdate(resource, update, file));
  const blockers = back.flatMap((one) => ('blockers' in one ? one.blockers : []));
  if (blockers.length > 0) return { blockers };
  const records = back.filter((one): one is RecordUpdate => !('blockers' in one));
  return records.length === 0 ? [] : [{ type: 'RecordsUpdated', data: { resource, records } }];
}

/** If a field has changed again since, the change cannot be undone. */
function buildRevertedUpdate(
  resource: string,
  { id, changes, previous }: Pick<RecordUpdate, 'id' | 'changes' | 'previous'>,
  file: CompanyFile,
): RecordUpdate | { readonly blockers: readonly Blocker[] } {
  const record = file.records[resource]?.byId.get(id);
  if (!record || record.isPurged) return blockUndo('undo_purged', 'trash', id);
  if (record.isTrashed) return blockUndo('undo_record_trashed', resource, id);
  const moved = Object.keys(changes).filter((name) => !isSameJson(record.data[name] ?? null, changes[name] ?? null));
  const stuck = blockIfChanged(moved, resource, id);
  if (stuck) return stuck;
  const erased = findResource(resource)?.listErased?.(record.data) ?? [];
  if (Object.keys(changes).some((name) => erased.includes(name))) return blockUndo('undo_erasure', resource, id);
  const values = Object.fromEntries(Object.keys(changes).map((name) => [name, previous[name] ?? null]));
  return { id, version: record.version + 1, changes: values, previous: changes };
}
