import { z } from 'zod';
import { RESOLUTIONS } from '../../domain/sync/sync-events.ts';
import type { ConflictRow } from '../../projections/sync/conflicts.ts';
import { recordId, timestamp } from '../http/reply/output.ts';

const someRecord = z.record(z.string(), z.unknown());
const person = z.object({ id: recordId, name: z.string().nullable() });

const resolution = z.enum(RESOLUTIONS).meta({
  description: 'Keep the data of the server, the data of the client, or merge both.',
});

export const SyncConflict = z
  .object({
    id: recordId,
    status: z.enum(['open', 'resolved']),
    resource: z.string().meta({ description: 'Resource of the record, named as in the feed.' }),
    record_id: recordId,
    mutation_id: z.string().meta({ description: 'Id of the action that caused the conflict.' }),
    method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).meta({ description: 'Method of the action.' }),
    path: z.string().meta({ description: 'Path of the action, below the company file.' }),
    device: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
    user: person.meta({ description: 'Author of the action.' }),
    base_version: z.int().nullable().meta({ description: 'Version that the client had read.' }),
    server_version: z.int().meta({ description: 'Version on the server at that time.' }),
    base_data: someRecord.nullable().meta({
      description: 'The record as the client had read it, from the log; null if there was no such version.',
    }),
    client_data: someRecord.nullable().meta({ description: 'Change requested by the client; null for a deletion.' }),
    server_data: someRecord.meta({ description: 'The record on the server at that time.' }),
    overlap: z.array(z.string()).meta({ description: 'Fields that both sides have changed differently.' }),
    suggested: z
      .object({ resolution, data: someRecord.nullable() })
      .meta({ description: 'For each field that both sides changed, the later change; for information only.' }),
    occurred_at: timestamp.nullable().meta({ description: 'When the client acted, by its own clock.' }),
    resolution: resolution.nullable().meta({ description: 'The decision; null while the conflict is open.' }),
    resolved_data: someRecord.nullable().meta({ description: 'Data that was finally written.' }),
    resolved_by: person.nullable().meta({ description: 'Who decided.' }),
    resolved_at: timestamp.nullable().meta({ description: 'When the conflict was resolved.' }),
    version: z.int(),
    lock_version: z.int(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({
    id: 'SyncConflict',
    description: 'A change made offline that could not be applied, until someone resolves it.',
  });

export function presentConflict(row: ConflictRow) {
  const { user_id, user_name, device_id, device_name, resolved_by, resolved_by_name, request_hash: _, ...shown } = row;
  return {
    ...shown,
    device: device_id === null ? null : { id: device_id, name: device_name },
    user: { id: user_id, name: user_name },
    resolved_by: resolved_by === null ? null : { id: resolved_by, name: resolved_by_name },
    lock_version: row.version,
  };
}
