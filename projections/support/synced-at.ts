import { sql, type RawBuilder } from 'kysely';

/** When a firm or company file was last synchronized with the external platform: bookkeeping data outside the log. */
export const selectSyncedAt = (kind: 'firm' | 'company', id: string): RawBuilder<string | null> =>
  sql`(select s.synced_at from ops.bridge_syncs s where s.kind = ${sql.lit(kind)} and s.id = ${sql.ref(id)})`;
