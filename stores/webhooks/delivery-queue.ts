import type pg from 'pg';
import { ENDED_ATTEMPTS } from '../../projections/webhooks/attempts.ts';

/** Deliveries that people queue, and how those who send hear of it. */

export const WEBHOOKS_CHANNEL = 'grandlivre_webhooks';
export const TEST_EVENT = 'webhook.test';

/** Attempts that are remembered of a delivery that is sent again and again. */
const KEPT_ATTEMPTS = 40;

/** Tells the processes that send that there is something to do. */
export async function wakeSenders(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(`SELECT pg_notify('${WEBHOOKS_CHANNEL}', '')`);
}

const AGAIN = `status = 'pending', next_attempt_at = now(), earlier_attempts = attempts, finished_at = NULL, delivered_at = NULL,
  attempted_at = NULL, attempt_log = CASE WHEN jsonb_array_length(attempt_log) < ${KEPT_ATTEMPTS} THEN ${ENDED_ATTEMPTS}
    ELSE jsonb_path_query_array(${ENDED_ATTEMPTS}, '$[last - ${KEPT_ATTEMPTS - 1} to last]') END`;

/** Queues a delivery once more, with all its attempts before it; one that waits for its next attempt has it now. */
export async function queueAgain(pool: Pick<pg.Pool, 'query'>, webhookId: number, deliveryId: number): Promise<void> {
  await pool.query(
    `UPDATE ops.webhook_deliveries d SET ${AGAIN} WHERE webhook_id = $1 AND id = $2 AND status <> 'pending'`,
    [webhookId, deliveryId],
  );
  await pool.query(
    `UPDATE ops.webhook_deliveries SET next_attempt_at = least(next_attempt_at, now())
     WHERE webhook_id = $1 AND id = $2 AND status = 'pending' AND leased_by IS NULL`,
    [webhookId, deliveryId],
  );
}

const RECOVERED_AT_ONCE = 5_000;

/** Queues everything again that has failed since then. Gives how many. */
export async function recoverFailed(pool: Pick<pg.Pool, 'query'>, webhookId: number, since: string): Promise<number> {
  for (let total = 0; ;) {
    const { rowCount } = await pool.query(
      `UPDATE ops.webhook_deliveries d SET ${AGAIN} WHERE webhook_id = $1 AND id IN (
         SELECT id FROM ops.webhook_deliveries WHERE webhook_id = $1 AND status = 'failed' AND created_at >= $2::timestamptz
           AND event <> '${TEST_EVENT}' ORDER BY id LIMIT ${RECOVERED_AT_ONCE})`,
      [webhookId, since],
    );
    total += rowCount ?? 0;
    if ((rowCount ?? 0) < RECOVERED_AT_ONCE) return total;
  }
}
