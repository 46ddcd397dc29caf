import type pg from 'pg';

/** When something was last compared with the external platform: job state, not part of the books. */

type Kind = 'firm' | 'company';

/** If `isWhole` is false, a job continues with the rest. */
export async function recordSync(pool: pg.Pool, kind: Kind, id: number, isWhole: boolean): Promise<void> {
  await pool.query({
    name: 'note-bridge-sync',
    text: `INSERT INTO ops.bridge_syncs (kind, id, synced_at, is_whole, tried_at) VALUES ($1, $2, now(), $3, now())
           ON CONFLICT (kind, id) DO UPDATE SET synced_at = now(), is_whole = excluded.is_whole, tried_at = now()`,
    values: [kind, id, isWhole],
  });
}

/** Records that the platform did not respond for a firm; it will be retried. */
export async function recordFailedSync(pool: pg.Pool, firmId: number): Promise<void> {
  await pool.query({
    name: 'note-failed-bridge-sync',
    text: `INSERT INTO ops.bridge_syncs (kind, id, is_whole, tried_at) VALUES ('firm', $1, false, now())
           ON CONFLICT (kind, id) DO UPDATE SET is_whole = false, tried_at = now()`,
    values: [firmId],
  });
}

/** Records many files in one statement. */
export async function recordComparedCompanies(pool: pg.Pool, companyIds: readonly number[]): Promise<void> {
  if (companyIds.length === 0) return;
  await pool.query({
    name: 'note-compared-companies',
    text: `INSERT INTO ops.bridge_syncs (kind, id, synced_at) SELECT 'company', id, now() FROM unnest($1::bigint[]) AS id
           ON CONFLICT (kind, id) DO UPDATE SET synced_at = now()`,
    values: [companyIds],
  });
}

export async function readDocumentCursor(pool: pg.Pool, companyId: number): Promise<string | null> {
  const { rows } = await pool.query<{ cursor: string | null }>({
    name: 'bridge-document-cursor',
    text: `SELECT cursor FROM ops.bridge_syncs WHERE kind = 'company' AND id = $1`,
    values: [companyId],
  });
  return rows[0]?.cursor ?? null;
}

export async function saveDocumentCursor(pool: pg.Pool, companyId: number, cursor: string | null): Promise<void> {
  await pool.query({
    name: 'keep-bridge-document-cursor',
    text: `INSERT INTO ops.bridge_syncs (kind, id, synced_at, cursor) VALUES ('company', $1, now(), $2)
           ON CONFLICT (kind, id) DO UPDATE SET synced_at = now(), cursor = excluded.cursor`,
    values: [companyId, cursor],
  });
}

/**
 * Claims firms that were not completely mirrored and whose last attempt is some time ago, so that no other process takes
 * them.
 */
export async function claimUnfinishedSyncs(pool: pg.Pool, afterSeconds: number): Promise<readonly number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'take-unfinished-bridge-syncs',
    text: `UPDATE ops.bridge_syncs SET tried_at = now() WHERE (kind, id) IN (
             SELECT kind, id FROM ops.bridge_syncs WHERE kind = 'firm' AND NOT is_whole
             AND tried_at < now() - make_interval(secs => $1) ORDER BY tried_at LIMIT 10 FOR UPDATE SKIP LOCKED
           ) RETURNING id`,
    values: [afterSeconds],
  });
  return rows.map(({ id }) => id);
}
