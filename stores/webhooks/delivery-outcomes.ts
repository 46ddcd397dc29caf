import type pg from 'pg';
import { columnLiteral } from '../../database/array-literal.ts';
import { MAX_ATTEMPTS } from '../../domain/webhooks/schedule.ts';
import type { CallOutcome } from '../../outside/webhooks/calls.ts';
import { INTERRUPTED, type DueDelivery } from './delivery-claims.ts';
import { TEST_EVENT } from './delivery-queue.ts';

/** What became of attempts, and how endpoints do. */

/** An attempt that has ended. */
export interface EndedAttempt {
  readonly outcome: CallOutcome;
  readonly delivery: Pick<DueDelivery, 'id' | 'webhook_id' | 'attempts'>;
  /** When it is tried again; null: not any more. */
  readonly againInMinutes: number | null;
}

/** How the attempts of an endpoint went. */
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
  FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::integer[], $5::text[], $6::integer[], $7::integer[], $8::timestamptz[], $9::bigint[])
    AS ended(id, attempt, status, response_status, excerpt, duration, again, started_at, webhook_id)
  WHERE d.webhook_id = ended.webhook_id AND d.id = ended.id AND d.attempts = ended.attempt AND d.leased_by = $10::uuid`;

/** Writes what became of deliveries that this process has claimed; of one that another has claimed since, nothing. */
export async function completeAttempts(
  pool: Pick<pg.Pool, 'query'>,
  processId: string,
  ended: readonly EndedAttempt[],
): Promise<void> {
  await pool.query({
    name: 'webhook-complete',
    text: COMPLETE,
    values: [
      columnLiteral(ended, ({ delivery }) => delivery.id),
      columnLiteral(ended, ({ delivery }) => delivery.attempts),
      columnLiteral(ended, statusAfter),
      columnLiteral(ended, ({ outcome }) => outcome.status),
      columnLiteral(ended, ({ outcome }) => outcome.excerpt),
      columnLiteral(ended, ({ outcome }) => outcome.durationMs),
      columnLiteral(ended, ({ againInMinutes }) => againInMinutes),
      columnLiteral(ended, ({ outcome }) => outcome.startedAt),
      columnLiteral(ended, ({ delivery }) => delivery.webhook_id),
      processId,
    ],
  });
}

function statusAfter({ outcome, againInMinutes }: EndedAttempt): 'delivered' | 'failed' | 'pending' {
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

export async function noteEndpoints(pool: Pick<pg.Pool, 'query'>, notes: readonly EndpointNote[]): Promise<void> {
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

/** Attempts that a process which is gone has not brought to an end, of deliveries that are not tried again. */
export async function endInterrupted(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(
    `UPDATE ops.webhook_deliveries d SET status = 'failed', finished_at = now(), next_attempt_at = NULL, leased_by = NULL,
       lease_until = NULL, response_excerpt = 'connection failed', attempt_log = attempt_log || ${INTERRUPTED}
     WHERE next_attempt_at IS NOT NULL AND status = 'pending' AND lease_until < now()
       AND (attempts - earlier_attempts >= ${MAX_ATTEMPTS} OR event = '${TEST_EVENT}')`,
  );
}
