import { blockUndo, type Undone, type Undoing, type UndoRules } from '../history/undo.ts';
import { findConflictingFile, sepaBin } from './bin.ts';
import type { sepaEvents } from './sepa-events.ts';
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
    revert: ({ id, status, previous }, undoing) => {
      const file = getFile(id, undoing);
      if (file.is_trashed) return blockUndo('undo_record_trashed', NAME, id);
      if (file.status !== status) return blockByStatus(file.status, id);
      const event = {
        type: 'SepaFileStatusChanged',
        data: { id, version: file.version + 1, status: previous, previous: status },
      } as const;
      const other = findConflictingFile(id, { ...undoing.file.sepa, [id]: { ...file, status: previous } });
      return other === undefined ? [event] : blockUndo('line_in_sepa_file', NAME, other, { file: other });
    },
  },
  SepaFileTrashed: { role: 'manager', revert: ({ id }, undoing) => sepaBin.undo('RestoreSepaFile', id, undoing) },
  SepaFileRestored: { role: 'manager', revert: ({ id }, undoing) => sepaBin.undo('TrashSepaFile', id, undoing) },
  SepaFilesPurged: { never: 'undo_purged', resource: 'trash' },
};

const blockByStatus = (status: string, id: number): Undone => blockUndo('undo_sepa_file_moved', NAME, id, { status });

function getFile(id: number, { file }: Undoing): SepaFileState {
  const found = file.sepa[id];
  if (!found) throw new Error(`SEPA file ${id} does not exist`);
  return found;
}
