import { trashable } from '../records/trashable.ts';
import { refuse } from '../refusal.ts';
import { isPending, mapLinesToActiveFiles, type SepaState } from './state.ts';

/** Trashed SEPA files. A booked file cannot be trashed, because the books refer to it. */
export const sepaBin = trashable({
  name: 'sepa-files',
  commands: { trash: 'TrashSepaFile', restore: 'RestoreSepaFile' },
  events: { trashed: 'SepaFileTrashed', restored: 'SepaFileRestored', purged: 'SepaFilesPurged', list: 'files' },
  find: ({ sepa }, id) => sepa[id],
  findTrashRefusal: ({ status }) =>
    status === 'booked' ? refuse('sepa_file_status', { field: 'status', params: { status } }) : null,
  findRestoreRefusal(_item, { sepa }, id) {
    const other = findConflictingFile(id, sepa);
    return other === undefined ? null : refuse('line_in_sepa_file', { field: 'id', params: { file: other } });
  },
});

/** Its lines may be in another file by now. */
export function findConflictingFile(id: number, sepa: SepaState): number | undefined {
  const state = sepa[id];
  if (!state || !isPending(state)) return undefined;
  const others = mapLinesToActiveFiles(sepa);
  return state.line_ids.map((line) => others.get(line)).find((one) => one !== undefined && one !== id);
}
