import type pg from 'pg';
import { ENDED_ATTEMPTS } from '../../projections/webhooks/attempts.ts';

/** Deliveries queued by users, and the notification of the senders. */

export const WEBHOOKS_CHANNEL = 'grandlivre_webhooks';
export const TEST_EVENT = 'webhook.test';

/** Attempts kept in the log of a delivery that is sent repeatedly. */
const KEPT_ATTEMPTS = 40;

/** Notifies the sending processes that deliveries are waiting. */
export async function wakeWebhookSenders(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(`SELECT pg_notify('${WEBHOOKS_CHANNEL}', '')`);
}

const AGAIN = `status = 'pending', next_attempt_at = now(), earlier_attempts = attempts, finished_at = NULL, delivered_at = NULL,
  attempted_at = NULL, attempt_log = CASE WHEN jsonb_array_length(attempt_log) < ${KEPT_ATTEMPTS} THEN ${ENDED_ATTEMPTS}
    ELSE jsonb_path_query_array(${ENDED_ATTEMPTS}, '$[last - ${KEPT_ATTEMPTS - 1} to last]') END`;

/** Queues a delivery again and keeps its earlier attempts. A delivery waiting for a retry becomes due immediately. */
export async function requeueDelivery(
  pool: Pick<pg.Pool, 'query'>,
  webhookId: number,
  deliveryId: number,
): Promise<void> {
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

/** Queues all deliveries again that failed since this time. Returns their number. */
export async function requeueFailedDeliveries(
  pool: Pick<pg.Pool, 'query'>,
  webhookId: number,
  since: string,
): Promise<number> {
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
