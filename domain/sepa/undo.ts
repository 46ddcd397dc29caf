import { blocked, unlessRefused, type Undone, type Undoing, type UndoRules } from '../history/undo.ts';
import { decideMove, fileInTheWay } from './bin.ts';
import type { sepaEvents } from './sepa-events.ts';
import type { SepaFileState } from './state.ts';

const NAME = 'sepa-files';

/**
 * A file that was made goes to the recycle bin; what became of one is taken back as long as nothing else has. Its entry and letterings
 * are those of the same operation, and go back by themselves.
 */
export const sepaUndo: UndoRules<typeof sepaEvents> = {
  SepaFileCreated: {
    role: 'manager',
    back: ({ id }, undoing) => {
      const { status } = fileIn(id, undoing);
      // Whether the bank has it is for people to know.
      return status === 'created' ? moved('TrashSepaFile', id, undoing) : blockedBy(status, id);
    },
  },
  SepaFileStatusChanged: {
    role: ({ status }) => (status === 'booked' ? 'encoder' : 'manager'),
    back: ({ id, status, previous }, undoing) => {
      const file = fileIn(id, undoing);
      if (file.is_trashed) return blocked('undo_record_trashed', NAME, id);
      if (file.status !== status) return blockedBy(file.status, id);
      const event = {
        type: 'SepaFileStatusChanged',
        data: { id, version: file.version + 1, status: previous, previous: status },
      } as const;
      const other = fileInTheWay(id, { ...undoing.file.sepa, [id]: { ...file, status: previous } });
      return other === undefined ? [event] : blocked('line_in_sepa_file', NAME, other, { file: other });
    },
  },
  SepaFileTrashed: { role: 'manager', back: ({ id }, undoing) => moved('RestoreSepaFile', id, undoing) },
  SepaFileRestored: { role: 'manager', back: ({ id }, undoing) => moved('TrashSepaFile', id, undoing) },
  SepaFilesPurged: { never: 'undo_purged', resource: 'trash' },
};

const blockedBy = (status: string, id: number): Undone => blocked('undo_sepa_file_moved', NAME, id, { status });

function moved(type: 'TrashSepaFile' | 'RestoreSepaFile', id: number, undoing: Undoing): Undone {
  const state = undoing.file.sepa[id];
  if (!state) return blocked('undo_purged', 'trash', id);
  const isThere = state.is_trashed === (type === 'RestoreSepaFile');
  if (!isThere) return blocked(state.is_trashed ? 'undo_record_trashed' : 'undo_record_restored', NAME, id);
  return unlessRefused(decideMove({ type, id, baseVersion: null }, undoing.file), NAME, id);
}

function fileIn(id: number, { file }: Undoing): SepaFileState {
  const found = file.sepa[id];
  if (!found) throw new Error(`SEPA file ${id} does not exist`);
  return found;
}
