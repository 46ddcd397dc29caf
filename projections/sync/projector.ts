import type { SyncEvent } from '../../domain/sync/sync-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Batch } from '../support/batch.ts';
import { getFileProvenance } from '../support/provenance.ts';
import { syncConflicts } from './tables.ts';

/** Metadata added by the command path. */
interface Device {
  readonly device_id?: string | null;
  readonly device_name?: string | null;
  readonly occurred_at?: string | null;
}

const UNRESOLVED = { resolution: null, resolved_data: null, resolved_by: null, resolved_at: null };

/** Conflicts are records like any other: they are in the feed, so that every device learns of them. */
export function projectSync(event: SyncEvent, stored: RecordedEvent, batch: Batch): void {
  const { company_id, recorded_at: at, user_id } = getFileProvenance(stored);
  const recordChange = (id: number, version: number, before: object | null, after: object | null): number =>
    batch.recordChange({ companyId: company_id, resource: 'sync-conflicts', id, op: 'upsert', version, before, after });

  if (event.type === 'SyncConflictKept') {
    const { device_id = null, device_name = null, occurred_at = null } = stored.metadata as Device;
    batch.put(syncConflicts, {
      ...event.data,
      company_id,
      user_id: user_id!,
      device_id,
      device_name,
      occurred_at,
      status: 'open',
      version: 1,
      ...UNRESOLVED,
      seq: recordChange(event.data.id, 1, null, null),
      created_at: at,
      updated_at: at,
    });
    const { id, resource, record_id, mutation_id, base_version, server_version, overlap } = event.data;
    const data = { id, resource, record_id, mutation_id, base_version, server_version, overlap };
    batch.announce(stored, () => ({ event: 'conflict.opened', data }));
    return;
  }
  const { id, version, resolution, data } = event.data;
  const conflict = batch.get(syncConflicts, id);
  if (!conflict) throw new Error(`Conflict ${id} does not exist`);
  const before = { status: conflict.status, resolution: null };
  batch.put(syncConflicts, {
    ...conflict,
    status: 'resolved',
    resolution,
    resolved_data: data,
    resolved_by: user_id,
    resolved_at: at,
    version,
    updated_at: at,
    seq: recordChange(id, version, before, { status: 'resolved', resolution }),
  });
}
