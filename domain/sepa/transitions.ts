import type { CompanyFile } from '../company-file-state.ts';
import { refuse, type Decision } from '../refusal.ts';
import type { SepaEvent } from './sepa-events.ts';
import { isActiveFile } from './state.ts';
import { findVersionConflict } from '../versions.ts';

/** The file was downloaded: from now on the bank may have it. */
export interface DownloadSepaFile {
  readonly type: 'DownloadSepaFile';
  readonly id: number;
}

/** The lines that the file pays become free again. */
export interface CancelSepaFile {
  readonly type: 'CancelSepaFile';
  readonly id: number;
  readonly reason: string;
  readonly baseVersion: number | null;
}

export function decideDownload({ id }: DownloadSepaFile, { sepa }: CompanyFile): Decision<SepaEvent> {
  const state = sepa[id];
  if (!state || state.is_trashed) return refuse('not_found');
  if (state.status !== 'created') return [];
  const moved = { id, version: state.version + 1, status: 'downloaded', previous: 'created' } as const;
  return [{ type: 'SepaFileStatusChanged', data: moved }];
}

export function decideCancellation(
  { id, reason, baseVersion }: CancelSepaFile,
  { sepa }: CompanyFile,
): Decision<SepaEvent> {
  const state = sepa[id];
  if (!state || state.is_trashed) return refuse('not_found');
  const conflict = findVersionConflict(state, baseVersion);
  if (conflict) return conflict;
  const { status, version } = state;
  if (!isActiveFile(state)) return refuse('sepa_file_status', { field: 'status', params: { status } });
  const moved = { id, version: version + 1, status: 'cancelled', previous: status, reason } as const;
  return [{ type: 'SepaFileStatusChanged', data: moved }];
}
