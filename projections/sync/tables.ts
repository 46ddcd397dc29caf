import type { JsonRecord } from '../../domain/json.ts';
import type { Resolution } from '../../domain/sync/sync-events.ts';
import { json, table, text, type RowOf } from '../support/table.ts';

/** Rejected changes of offline clients. A resolved conflict is kept, so that a repeated request gets the same result. */
export const syncConflicts = table({
  name: 'sync_conflicts',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    status: text<'open' | 'resolved'>('NOT NULL'),
    resource: 'text NOT NULL',
    record_id: 'bigint NOT NULL',
    mutation_id: 'text COLLATE "C" NOT NULL',
    request_hash: 'text NOT NULL',
    user_id: 'bigint NOT NULL',
    device_id: 'text',
    device_name: 'text',
    method: text<'POST' | 'PUT' | 'PATCH' | 'DELETE'>('NOT NULL'),
    path: 'text NOT NULL',
    base_version: 'integer',
    server_version: 'integer NOT NULL',
    base_data: json<JsonRecord>(),
    client_data: json<JsonRecord>(),
    server_data: json<JsonRecord>('NOT NULL'),
    overlap: json<readonly string[]>('NOT NULL'),
    suggested: json<{ readonly resolution: Resolution; readonly data: JsonRecord | null }>('NOT NULL'),
    occurred_at: 'timestamptz',
    resolution: text<Resolution>(),
    resolved_data: json<JsonRecord>(),
    resolved_by: 'bigint',
    resolved_at: 'timestamptz',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: ['company_id, user_id, mutation_id', "(company_id, id) WHERE status = 'open'"],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.sync_conflicts': RowOf<typeof syncConflicts>;
  }
}
