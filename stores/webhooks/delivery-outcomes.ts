import type pg from 'pg';
import { formatColumnLiteral } from '../../database/array-literal.ts';
import { MAX_ATTEMPTS } from '../../domain/webhooks/schedule.ts';
import type { CallOutcome } from '../../outside/webhooks/calls.ts';
import { INTERRUPTED, type DueDelivery } from './delivery-claims.ts';
import { TEST_EVENT } from './delivery-queue.ts';

/** Outcomes of delivery attempts and health of endpoints. */

/** A finished attempt. */
export interface EndedAttempt {
  readonly outcome: CallOutcome;
  readonly delivery: Pick<DueDelivery, 'id' | 'webhook_id' | 'attempts' | 'term'>;
  /** Minutes until the retry; null if there is none. */
  readonly againInMinutes: number | null;
}

/** Attempt counts of an endpoint. */
export interface EndpointNote {
  readonly webhookId: number;
  readonly delivered: number;
  readonly failed: number;
  readonly lastStatus: 'delivered' | 'failed';
}

const COMPLETE = `
  UPDATE ops.webhook_deliveries d SET
    status = ended.status, response_status = ended.response_status, response_excerpt = ended.excerpt, duration_ms = ended.duration,
    delivered_at = CASE WHEN ended.status = 'delivered' THEN now() END,
    finished_at = CASE WHEN ended.status <> 'pending' THEN now() END,
    next_attempt_at = now() + make_interval(mins => ended.again),
    leased_by = NULL, lease_until = NULL, attempted_at = ended.started_at
  FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::integer[], $5::text[], $6::integer[], $7::integer[], $8::timestamptz[], $9::bigint[], $10::uuid[])
    AS ended(id, attempt, status, response_status, excerpt, duration, again, started_at, webhook_id, term)
  WHERE d.webhook_id = ended.webhook_id AND d.id = ended.id AND d.attempts = ended.attempt AND d.leased_by = ended.term`;

/** Records the outcomes of claimed deliveries. Those since claimed by another process are skipped. */
export async function completeAttempts(pool: Pick<pg.Pool, 'query'>, ended: readonly EndedAttempt[]): Promise<void> {
  await pool.query({
    name: 'webhook-complete',
    text: COMPLETE,
    values: [
      formatColumnLiteral(ended, ({ delivery }) => delivery.id),
      formatColumnLiteral(ended, ({ delivery }) => delivery.attempts),
      formatColumnLiteral(ended, getStatusAfter),
      formatColumnLiteral(ended, ({ outcome }) => outcome.status),
      formatColumnLiteral(ended, ({ outcome }) => outcome.excerpt),
      formatColumnLiteral(ended, ({ outcome }) => outcome.durationMs),
      formatColumnLiteral(ended, ({ againInMinutes }) => againInMinutes),
      formatColumnLiteral(ended, ({ outcome }) => outcome.startedAt),
      formatColumnLiteral(ended, ({ delivery }) => delivery.webhook_id),
      formatColumnLiteral(ended, ({ delivery }) => delivery.term.id),
    ],
  });
}

function getStatusAfter({ outcome, againInMinutes }: EndedAttempt): 'delivered' | 'failed' | 'pending' {
  if (outcome.isDelivered) return 'delivered';
  return againInMinutes === null ? 'failed' : 'pending';
}

const NOTE = `
  WITH noted AS MATERIALIZED (
    SELECT * FROM unnest($1::bigint[], $2::integer[], $3::integer[], $4::text[]) AS n(webhook_id, delivered, failed, last_status)
  ), hours AS (
    INSERT INTO ops.webhook_hours AS known (webhook_id, hour, delivered, failed)
    SELECT webhook_id, date_trunc('hour', now()), delivered, failed FROM noted
    ON CONFLICT (webhook_id, hour) DO UPDATE
      SET delivered = known.delivered + excluded.delivered, failed = known.failed + excluded.failed
  )
  INSERT INTO ops.webhook_health AS known (webhook_id, last_delivery_at, last_status, since)
  SELECT webhook_id, now(), last_status, now() FROM noted
  ON CONFLICT (webhook_id) DO UPDATE SET last_delivery_at = excluded.last_delivery_at, last_status = excluded.last_status,
    since = CASE WHEN known.last_status = excluded.last_status THEN known.since ELSE excluded.since END`;

export async function recordEndpointHealth(
  pool: Pick<pg.Pool, 'query'>,
  notes: readonly EndpointNote[],
): Promise<void> {
  await pool.query({
    name: 'webhook-note',
    text: NOTE,
    values: [
      notes.map(({ webhookId }) => webhookId),
      notes.map(({ delivered }) => delivered),
      notes.map(({ failed }) => failed),
      notes.map(({ lastStatus }) => lastStatus),
    ],
  });
}

/** Ends attempts interrupted by a dead process, for deliveries that are not retried. */
export async function endInterruptedAttempts(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(
    `UPDATE ops.webhook_deliveries d SET status = 'failed', finished_at = now(), next_attempt_at = NULL, leased_by = NULL,
       lease_until = NULL, response_excerpt = 'connection failed', attempt_log = attempt_log || ${INTERRUPTED}
     WHERE next_attempt_at IS NOT NULL AND status = 'pending' AND lease_until < now()
       AND (attempts - earlier_attempts >= ${MAX_ATTEMPTS} OR event = '${TEST_EVENT}')`,
  );
}
