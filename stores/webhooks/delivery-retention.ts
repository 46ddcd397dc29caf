import type pg from 'pg';
import { unhurried } from '../../database/pool.ts';

/** What is forgotten: deliveries of removed endpoints, and what has ended long ago. */

const FORGOTTEN_AT_ONCE = 5_000;

/** Those of an endpoint that was removed. */
export async function forgetDeliveries(pool: Pick<pg.Pool, 'query'>, webhookId: number): Promise<void> {
  await inPieces(() =>
    pool.query(
      `DELETE FROM ops.webhook_deliveries WHERE webhook_id = $1 AND id IN (
         SELECT id FROM ops.webhook_deliveries WHERE webhook_id = $1 LIMIT ${FORGOTTEN_AT_ONCE})`,
      [webhookId],
    ),
  );
  for (const table of ['webhook_health', 'webhook_hours'])
    await pool.query(`DELETE FROM ops.${table} WHERE webhook_id = $1`, [webhookId]);
}

async function inPieces(remove: () => Promise<pg.QueryResult>): Promise<void> {
  while (((await remove()).rowCount ?? 0) === FORGOTTEN_AT_ONCE);
}

/** What has been finished for so long, and what removed endpoints have left behind. */
export async function forgetOldDeliveries(pool: pg.Pool, days: number): Promise<void> {
  const age = `now() - interval '${days} days'`;
  await inPieces(() =>
    pool.query(`DELETE FROM ops.webhook_deliveries WHERE (webhook_id, id) IN (
      SELECT webhook_id, id FROM ops.webhook_deliveries WHERE finished_at < ${age} LIMIT ${FORGOTTEN_AT_ONCE})`),
  );
  const { rows } = await pool.query<{ id: number }>(
    `SELECT w.id FROM read.webhooks w WHERE w.removed_at IS NOT NULL
     AND EXISTS (SELECT FROM ops.webhook_deliveries d WHERE d.webhook_id = w.id)`,
  );
  for (const { id } of rows) await forgetDeliveries(pool, id);
  // In one pass over both: an index of deliveries by event would have to be written with every one of them.
  await unhurried(pool, (run) =>
    run(`DELETE FROM ops.webhook_bodies b WHERE created_at < ${age}
      AND NOT EXISTS (SELECT FROM ops.webhook_deliveries d WHERE d.event_id = b.event_id)`),
  );
  await pool.query(`DELETE FROM ops.webhook_hours WHERE hour < now() - interval '2 days'`);
  // Secrets that nobody signs with any more, and those that no event has ever named.
  await pool.query(`DELETE FROM ops.webhook_secrets s WHERE made_at < now() - interval '2 days' AND NOT EXISTS (
    SELECT FROM read.webhooks w WHERE w.id = s.webhook_id AND w.removed_at IS NULL AND (w.secret_id = s.id
      OR EXISTS (SELECT FROM jsonb_array_elements(w.retiring_secrets) AS r
        WHERE r->>'id' = s.id AND (r->>'until')::timestamptz > now() - interval '1 day')))`);
}
