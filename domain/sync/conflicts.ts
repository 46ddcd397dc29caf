import type { DataOfEvent } from '../event.ts';
import type { JsonRecord } from '../json.ts';
import { refuse, assertUnreachable, type Decision } from '../refusal.ts';
import type { Resolution, syncEvents, SyncEvent } from './sync-events.ts';
import { findVersionConflict } from '../versions.ts';

/** Conflicts of clients that were offline: stored, then resolved once. */
export type SyncCommand = KeepConflict | ResolveConflict;

export interface KeepConflict {
  readonly type: 'KeepConflict';
  readonly facts: { /** An earlier conflict of the same action. */ readonly knownId: number | null };
  readonly conflict: DataOfEvent<typeof syncEvents, 'SyncConflictKept'>;
}

export interface ResolveConflict {
  readonly type: 'ResolveConflict';
  readonly facts: { readonly id: number; readonly version: number; readonly status: 'open' | 'resolved' };
  readonly resolution: Resolution;
  readonly data: JsonRecord | null;
  readonly baseVersion: number | null;
}

export function decideSync(command: SyncCommand): Decision<SyncEvent> {
  switch (command.type) {
    case 'KeepConflict':
      return command.facts.knownId === null ? [{ type: 'SyncConflictKept', data: command.conflict }] : [];
    case 'ResolveConflict':
      return decideResolution(command);
    default:
      return assertUnreachable(command);
  }
}

function decideResolution({ facts, resolution, data, baseVersion }: ResolveConflict): Decision<SyncEvent> {
  const { id, version, status } = facts;
  const conflict = findVersionConflict({ version }, baseVersion);
  if (conflict) return conflict;
  if (status === 'resolved') return refuse('conflict_already_resolved', { field: 'resolution' });
  return [{ type: 'SyncConflictResolved', data: { id, version: version + 1, resolution, data } }];
}
