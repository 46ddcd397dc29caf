import { listEarlierEvents, type EarlierEvents } from '../history/earlier.ts';
import { blockUndo, type Undone, type Undoing, type UndoRules } from '../history/undo.ts';
import { findEffectiveEntry, getEntryFacts } from '../ledger/undo-context.ts';
import { findConflictingFile, sepaBin } from './bin.ts';
import type { SepaEvent, sepaEvents, SepaStatus } from './sepa-events.ts';
import type { SepaFileState } from './state.ts';

const NAME = 'sepa-files';

/**
 * Undoing a creation moves the file to the recycle bin. A status change is undone only if no later one followed. Its
 * entry and letterings belong to the same operation and are undone by their own rules.
 */
export const sepaUndo: UndoRules<typeof sepaEvents> = {
  SepaFileCreated: {
    role: 'manager',
    revert: ({ id }, undoing) => {
      const { status } = getFile(id, undoing);
      // Only people can know whether the bank has received the file.
      return status === 'created' ? sepaBin.undo('TrashSepaFile', id, undoing) : blockByStatus(status, id);
    },
  },
  SepaFileStatusChanged: {
    role: ({ status }) => (status === 'booked' ? 'encoder' : 'manager'),
    listNeeds: ({ id }, earlier) => ({ entries: listBookingEntries(id, { earlier }) }),
    listEarlier: ({ id }) => [{ resource: NAME, id, types: ['SepaFileStatusChanged'] }],
    revert: ({ id, version, status, previous }, undoing) => {
      const file = getFile(id, undoing);
      if (file.is_trashed) return blockUndo('undo_record_trashed', NAME, id);
      if (file.status !== status) return blockByStatus(file.status, id);
      const event = {
        type: 'SepaFileStatusChanged',
        data: {
          id,
          version: file.version + 1,
          status: previous,
          previous: status,
          ...describeStatusAgain(id, version, previous, undoing),
        },
      } as const;
      const other = findConflictingFile(id, { ...undoing.file.sepa, [id]: { ...file, status: previous } });
      return other === undefined ? [event] : blockUndo('line_in_sepa_file', NAME, other, { file: other });
    },
  },
  SepaFileTrashed: { role: 'manager', revert: ({ id }, undoing) => sepaBin.undo('RestoreSepaFile', id, undoing) },
  SepaFileRestored: { role: 'manager', revert: ({ id }, undoing) => sepaBin.undo('TrashSepaFile', id, undoing) },
  SepaFilesPurged: { never: 'undo_purged', resource: 'trash' },
};

type StatusChanged = Extract<SepaEvent, { readonly type: 'SepaFileStatusChanged' }>;

const listChanges = (id: number, read: { readonly earlier: EarlierEvents }) =>
  listEarlierEvents<StatusChanged>(read, NAME, id).map(({ data }) => data);

const listBookingEntries = (id: number, read: { readonly earlier: EarlierEvents }): readonly number[] =>
  listChanges(id, read).flatMap(({ entry_id }) => entry_id ?? []);

/** A file that is cancelled again has the same reason; one that is booked again, the entry that was posted again. */
function describeStatusAgain(
  id: number,
  version: number,
  status: SepaStatus,
  undoing: Undoing,
): Pick<StatusChanged['data'], 'reason' | 'entry_id'> {
  const original = listChanges(id, undoing).findLast((data) => data.status === status && data.version < version);
  const { reason, entry_id: posted } = original ?? {};
  const entry = posted === undefined ? null : findEffectiveEntry(getEntryFacts(undoing, posted), undoing);
  return { ...(reason !== undefined && { reason }), ...(entry && { entry_id: entry.id }) };
}

const blockByStatus = (status: string, id: number): Undone => blockUndo('undo_sepa_file_moved', NAME, id, { status });

function getFile(id: number, { file }: Undoing): SepaFileState {
  const found = file.sepa[id];
  if (!found) throw new Error(`SEPA file ${id} does not exist`);
  return found;
}
