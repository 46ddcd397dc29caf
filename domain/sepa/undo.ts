import { blocked, type Undoing, type UndoRules } from '../history/undo.ts';
import type { sepaEvents } from './sepa-events.ts';
import { isLivingFile, livingFiles, type SepaFileState } from './state.ts';

const NAME = 'sepa-files';

/**
 * A file that was made is cancelled; what became of one is taken back as long as nothing else has. Its entry and letterings are those of
 * the same operation, and go back by themselves.
 */
export const sepaUndo: UndoRules<typeof sepaEvents> = {
  SepaFileCreated: {
    role: 'manager',
    back: ({ id }, undoing) => {
      const { status, version } = fileIn(id, undoing);
      // Whether the bank has it is for people to know.
      if (status !== 'created') return blocked('undo_sepa_file_moved', NAME, id, { status });
      const moved = { id, version: version + 1, status: 'cancelled', previous: status } as const;
      return [{ type: 'SepaFileStatusChanged', data: moved }];
    },
  },
  SepaFileStatusChanged: {
    role: ({ status }) => (status === 'booked' ? 'encoder' : 'manager'),
    back: ({ id, status, previous }, undoing) => {
      const file = fileIn(id, undoing);
      if (file.status !== status) return blocked('undo_sepa_file_moved', NAME, id, { status: file.status });
      // What it paid may be in another file by now.
      const others = livingFiles(undoing.file.sepa);
      const taken = isLivingFile({ status: previous }) ? file.line_ids.map((line) => others.get(line)) : [];
      const other = taken.find((one) => one !== undefined && one !== id);
      if (other !== undefined) return blocked('line_in_sepa_file', NAME, other, { file: other });
      const moved = { id, version: file.version + 1, status: previous, previous: status };
      return [{ type: 'SepaFileStatusChanged', data: moved }];
    },
  },
};

function fileIn(id: number, { file }: Undoing): SepaFileState {
  const found = file.sepa[id];
  if (!found) throw new Error(`SEPA file ${id} does not exist`);
  return found;
}
