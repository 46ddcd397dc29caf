import type pg from 'pg';
import { runWithoutLimit } from '../../database/pool.ts';

/** Deletes deliveries of removed endpoints and old finished deliveries. */

const FORGOTTEN_AT_ONCE = 5_000;

/** Deletes the deliveries of a removed endpoint. */
export async function deleteDeliveries(
  pool: Pick<pg.Pool, 'query'>,
  webhookId: number,
  signal?: AbortSignal,
): Promise<void> {
  await deleteInBatches(
    () =>
      pool.query(
        `DELETE FROM ops.webhook_deliveries WHERE webhook_id = $1 AND id IN (
           SELECT id FROM ops.webhook_deliveries WHERE webhook_id = $1 LIMIT ${FORGOTTEN_AT_ONCE})`,
        [webhookId],
      ),
    signal,
  );
  if (signal?.aborted) return;
  for (const table of ['webhook_health', 'webhook_hours'])
    await pool.query(`DELETE FROM ops.${table} WHERE webhook_id = $1`, [webhookId]);
}

async function deleteInBatches(remove: () => Promise<pg.QueryResult>, signal?: AbortSignal): Promise<void> {
  while (((await remove()).rowCount ?? 0) === FORGOTTEN_AT_ONCE && !signal?.aborted);
}

/** Deletes old finished deliveries and leftovers of removed endpoints. Once the signal is aborted, what is left stays. */
export async function deleteOldDeliveries(pool: pg.Pool, days: number, signal?: AbortSignal): Promise<void> {
  const age = `now() - interval '${days} days'`;
  await deleteInBatches(
    () =>
      pool.query(`DELETE FROM ops.webhook_deliveries WHERE (webhook_id, id) IN (
        SELECT webhook_id, id FROM ops.webhook_deliveries WHERE finished_at < ${age} LIMIT ${FORGOTTEN_AT_ONCE})`),
    signal,
  );
  if (signal?.aborted) return;
  const { rows } = await pool.query<{ id: number }>(
    `SELECT w.id FROM read.webhooks w WHERE w.removed_at IS NOT NULL
     AND EXISTS (SELECT FROM ops.webhook_deliveries d WHERE d.webhook_id = w.id)`,
  );
  for (const { id } of rows) await deleteDeliveries(pool, id, signal);
  if (signal?.aborted) return;
  // A single pass over both tables avoids an index by event, which every delivery would have to update.
  await runWithoutLimit(pool, (run) =>
    run(`DELETE FROM ops.webhook_bodies b WHERE created_at < ${age}
      AND NOT EXISTS (SELECT FROM ops.webhook_deliveries d WHERE d.event_id = b.event_id)`),
  );
}

/** SQL condition on a secret `t`: it no longer signs anything, or no event refers to it. */
export const IS_RETIRED_SECRET = `t.made_at < now() - interval '2 days' AND NOT EXISTS (
  SELECT FROM read.webhooks w WHERE w.id = t.webhook_id AND w.removed_at IS NULL AND (w.secret_id = t.id
    OR EXISTS (SELECT FROM jsonb_array_elements(w.retiring_secrets) AS r
      WHERE r->>'id' = t.id AND (r->>'until')::timestamptz > now() - interval '1 day')))`;
