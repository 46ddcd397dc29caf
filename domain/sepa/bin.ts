import type { CompanyFile } from '../company-file-state.ts';
import { refuse, type Decision, type Refusal } from '../refusal.ts';
import type { SepaEvent } from './sepa-events.ts';
import { isPending, mapLinesToActiveFiles, type SepaState } from './state.ts';
import { findVersionConflict } from '../versions.ts';

/** Trashed SEPA files. A booked file cannot be trashed, because the books refer to it. */

export interface MoveSepaFile {
  readonly type: 'TrashSepaFile' | 'RestoreSepaFile';
  readonly id: number;
  readonly baseVersion: number | null;
}

export function decideTrashOrRestore({ type, id, baseVersion }: MoveSepaFile, file: CompanyFile): Decision<SepaEvent> {
  const state = file.sepa[id];
  const isRestored = type === 'RestoreSepaFile';
  if (!state || state.is_trashed !== isRestored) return refuse('not_found');
  const conflict = findVersionConflict(state, baseVersion);
  if (conflict) return conflict;
  const { status, version } = state;
  if (!isRestored && status === 'booked') return refuse('sepa_file_status', { field: 'status', params: { status } });
  const refused = isRestored ? findRestoreRefusal(id, file) : null;
  if (refused) return refused;
  return [{ type: isRestored ? 'SepaFileRestored' : 'SepaFileTrashed', data: { id, version: version + 1 } }];
}

export function findRestoreRefusal(id: number, { sepa }: CompanyFile): Refusal | null {
  const other = findConflictingFile(id, sepa);
  return other === undefined ? null : refuse('line_in_sepa_file', { field: 'id', params: { file: other } });
}

/** Its lines may be in another file by now. */
export function findConflictingFile(id: number, sepa: SepaState): number | undefined {
  const state = sepa[id];
  if (!state || !isPending(state)) return undefined;
  const others = mapLinesToActiveFiles(sepa);
  return state.line_ids.map((line) => others.get(line)).find((one) => one !== undefined && one !== id);
}

export const sepaBin = {
  /** Version of a trashed file. Null if it is not in the recycle bin. */
  trashedVersion({ sepa }: CompanyFile, id: number): number | null {
    const state = sepa[id];
    return state?.is_trashed ? state.version : null;
  },
  purged: (files: readonly { readonly id: number; readonly version: number }[]): SepaEvent => ({
    type: 'SepaFilesPurged',
    data: { files },
  }),
};
