import { sql, type RawBuilder } from 'kysely';

/** When a firm or a company file was last compared with the external platform: bookkeeping, kept beside the log. */
export const syncedAt = (kind: 'firm' | 'company', id: string): RawBuilder<string | null> =>
  sql`(select s.synced_at from ops.bridge_syncs s where s.kind = ${sql.lit(kind)} and s.id = ${sql.ref(id)})`;
