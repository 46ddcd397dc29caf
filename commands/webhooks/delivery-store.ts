import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { arrayLiteral } from '../../database/array-literal.ts';
import { isConnected } from '../../database/living-processes.ts';
import { MAX_ATTEMPTS } from '../../domain/webhooks/schedule.ts';
import type { CallOutcome } from '../../outside/webhooks/calls.ts';
import type { RetiringSecret } from '../../projections/webhooks/tables.ts';

/**
 * Deliveries as they are kept. A delivery that is due is claimed by one process for a while, which counts as an attempt from
 * then on: a process that dies leaves it to others, and what it may have sent is counted. All moments are those of the
 * database, so that clocks of several machines need not agree.
 */

export const WEBHOOKS_CHANNEL = 'grandlivre_webhooks';
export const TEST_EVENT = 'webhook.test';

/** Longer than a call with all that is around it takes; then another process may send it. */
export const LEASE = `interval '30 seconds'`;
/** Attempts that are remembered of a delivery that is sent again and again. */
const KEPT_ATTEMPTS = 40;

/** What is claimed. */
interface ClaimedDelivery {
  readonly id: number;
  readonly webhook_id: number;
  readonly event: string;
  readonly event_id: string;
  /** This one included. */
  readonly attempts: number;
  readonly earlier_attempts: number;
}

/** Where it goes, and what signs it. */
export interface Endpoint {
  readonly url: string;
  readonly secret_id: string;
  readonly retiring_secrets: readonly RetiringSecret[];
}

/** What a call needs to know. */
export interface DueDelivery extends ClaimedDelivery {
  readonly endpoint: Endpoint;
  readonly body: string;
}

export interface Slots {
  readonly webhookId: number;
  readonly free: number;
}

const INTERRUPTED = `jsonb_build_object('number', d.attempts, 'outcome', 'interrupted', 'at', d.lease_until - ${LEASE},
  'response_status', NULL, 'response_excerpt', NULL, 'duration_ms', NULL)`;

const CLAIM = `
  WITH due AS MATERIALIZED (
    SELECT slot.webhook_id, p.id FROM unnest($1::bigint[], $2::integer[]) AS slot(webhook_id, free)
    JOIN read.webhooks w ON w.id = slot.webhook_id AND w.is_active
    CROSS JOIN LATERAL (
      SELECT id FROM ops.webhook_deliveries WHERE webhook_id = slot.webhook_id AND status = 'pending'
        AND next_attempt_at <= now() AND (lease_until IS NULL OR lease_until < now())
        AND attempts - earlier_attempts < ${MAX_ATTEMPTS}
      ORDER BY next_attempt_at LIMIT slot.free FOR UPDATE SKIP LOCKED
    ) AS p
  )
  UPDATE ops.webhook_deliveries d SET attempts = attempts + 1, leased_by = $3::uuid, lease_until = now() + ${LEASE},
    attempt_log = CASE WHEN leased_by IS NULL THEN attempt_log ELSE attempt_log || ${INTERRUPTED} END
  FROM due WHERE d.webhook_id = due.webhook_id AND d.id = due.id
  RETURNING d.id, d.webhook_id, d.event, d.event_id, d.attempts, d.earlier_attempts`;

const ENDPOINTS = 'SELECT id, url, secret_id, retiring_secrets FROM read.webhooks WHERE id = ANY($1::bigint[])';
const BODIES = 'SELECT event_id, body FROM ops.webhook_bodies WHERE event_id = ANY($1::text[])';

/** Characters of bodies that are remembered: an event goes to several endpoints at about the same time. */
const MOST_REMEMBERED = 4_000_000;

export interface DueDeliveries {
  /** Takes deliveries that are due, so many of each endpoint: nobody else sends them meanwhile. */
  claim(slots: readonly Slots[]): Promise<DueDelivery[]>;
}

/** What is the same for many deliveries is read once: the address of an endpoint, and the body of an event. */
export function dueDeliveries(pool: Pick<pg.Pool, 'query'>, processId: string): DueDeliveries {
  const bodies = new LRUCache<string, string>({
    maxSize: MOST_REMEMBERED,
    sizeCalculation: ({ length }) => length + 1,
  });

  async function bodiesOf(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const id of ids) {
      const known = bodies.get(id);
      if (known !== undefined) found.set(id, known);
    }
    const unknown = [...ids].filter((id) => !found.has(id));
    if (unknown.length === 0) return found;
    const { rows } = await pool.query<{ event_id: string; body: string }>({
      name: 'webhook-bodies-read',
      text: BODIES,
      values: [unknown],
    });
    for (const { event_id, body } of rows) {
      found.set(event_id, body);
      bodies.set(event_id, body);
    }
    return found;
  }

  async function endpointsOf(ids: ReadonlySet<number>): Promise<ReadonlyMap<number, Endpoint>> {
    const { rows } = await pool.query<Endpoint & { id: number }>({
      name: 'webhook-endpoints-called',
      text: ENDPOINTS,
      values: [[...ids]],
    });
    return new Map(rows.map((row) => [row.id, row]));
  }

  return {
    async claim(slots) {
      const { rows } = await pool.query<ClaimedDelivery>({
        name: 'webhook-claim',
        text: CLAIM,
        values: [slots.map(({ webhookId }) => webhookId), slots.map(({ free }) => free), processId],
      });
      if (rows.length === 0) return [];
      try {
        const [endpoints, found] = await Promise.all([
          endpointsOf(new Set(rows.map(({ webhook_id }) => webhook_id))),
          bodiesOf(new Set(rows.map(({ event_id }) => event_id))),
        ]);
        return rows.flatMap((row) => {
          const [endpoint, body] = [endpoints.get(row.webhook_id), found.get(row.event_id)];
          return endpoint === undefined || body === undefined ? [] : [{ ...row, endpoint, body }];
        });
      } catch (error) {
        // Where even that fails, the claims run out.
        await giveBack(pool, processId, rows).catch(() => undefined);
        throw error;
      }
    },
  };
}

/** An attempt that has ended. */
export interface EndedAttempt extends CallOutcome {
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
    leased_by = NULL, lease_until = NULL, attempt_log = attempt_log || jsonb_build_object('number', ended.attempt,
      'outcome', CASE ended.status WHEN 'delivered' THEN 'delivered' ELSE 'failed' END, 'at', ended.started_at,
      'response_status', ended.response_status, 'response_excerpt', ended.excerpt, 'duration_ms', ended.duration)
  FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::integer[], $5::text[], $6::integer[], $7::integer[], $8::text[], $9::bigint[])
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
      arrayLiteral(ended.map(({ delivery }) => delivery.id)),
      arrayLiteral(ended.map(({ delivery }) => delivery.attempts)),
      arrayLiteral(ended.map(statusAfter)),
      arrayLiteral(ended.map(({ status }) => status)),
      arrayLiteral(ended.map(({ excerpt }) => excerpt)),
      arrayLiteral(ended.map(({ durationMs }) => durationMs)),
      arrayLiteral(ended.map(({ againInMinutes }) => againInMinutes)),
      arrayLiteral(ended.map(({ startedAt }) => startedAt)),
      arrayLiteral(ended.map(({ delivery }) => delivery.webhook_id)),
      processId,
    ],
  });
}

function statusAfter({ isDelivered, againInMinutes }: EndedAttempt): 'delivered' | 'failed' | 'pending' {
  if (isDelivered) return 'delivered';
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

/** Those that were taken and not sent: as if they had not been. */
export async function giveBack(
  pool: Pick<pg.Pool, 'query'>,
  processId: string,
  taken: readonly Pick<DueDelivery, 'id' | 'webhook_id'>[],
): Promise<void> {
  await pool.query(
    `UPDATE ops.webhook_deliveries d SET attempts = attempts - 1, leased_by = NULL, lease_until = NULL, ${DUE_NOW}
     FROM unnest($1::bigint[], $2::bigint[]) AS taken(webhook_id, id)
     WHERE d.webhook_id = taken.webhook_id AND d.id = taken.id AND leased_by = $3::uuid`,
    [taken.map(({ webhook_id }) => webhook_id), taken.map(({ id }) => id), processId],
  );
}

/** One that was claimed as it was made is due once its claim has run out. */
const DUE_NOW = 'next_attempt_at = least(next_attempt_at, now())';

/**
 * Lets go of what processes have claimed that are gone, instead of waiting until their claims run out. One that is not connected may be
 * connected again in a moment: only those that were `suspects` at the look before count. Gives who is to be suspected next.
 */
export async function releaseAbandoned(
  pool: Pick<pg.Pool, 'query'>,
  suspects: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ leased_by: string }>(
    `SELECT leased_by FROM (
       SELECT DISTINCT leased_by FROM ops.webhook_deliveries WHERE status = 'pending' AND leased_by IS NOT NULL
     ) AS claim WHERE NOT ${isConnected('leased_by')}`,
  );
  const gone = rows.map(({ leased_by }) => leased_by);
  const known = gone.filter((process) => suspects.has(process));
  if (known.length > 0) {
    await pool.query(
      `UPDATE ops.webhook_deliveries SET lease_until = now() - interval '1 second', ${DUE_NOW}
       WHERE status = 'pending' AND leased_by = ANY($1::uuid[]) AND lease_until > now()`,
      [known],
    );
    await wakeSenders(pool);
  }
  return new Set(gone.filter((process) => !suspects.has(process)));
}

/** Tells the processes that send that there is something to do. */
export async function wakeSenders(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(`SELECT pg_notify('${WEBHOOKS_CHANNEL}', '')`);
}

/** A delivery that no process claims by itself: whoever makes it sends it. */
export async function insertTest(
  pool: Pick<pg.Pool, 'query'>,
  processId: string,
  test: {
    readonly id: number;
    readonly webhookId: number;
    readonly eventId: string;
    readonly body: string;
    readonly createdAt: string;
  },
): Promise<void> {
  await pool.query({
    name: 'webhook-test',
    text: `WITH body AS (INSERT INTO ops.webhook_bodies (event_id, body, created_at) VALUES ($3, $4, $5))
      INSERT INTO ops.webhook_deliveries (id, webhook_id, event_id, event, attempts, leased_by, lease_until, created_at)
      VALUES ($1, $2, $3, '${TEST_EVENT}', 1, $6::uuid, now() + ${LEASE}, $5)`,
    values: [test.id, test.webhookId, test.eventId, test.body, test.createdAt, processId],
  });
}

const AGAIN = `status = 'pending', next_attempt_at = now(), earlier_attempts = attempts, finished_at = NULL, delivered_at = NULL,
  attempt_log = CASE WHEN jsonb_array_length(attempt_log) <= ${KEPT_ATTEMPTS} THEN attempt_log
    ELSE jsonb_path_query_array(attempt_log, '$[last - ${KEPT_ATTEMPTS - 1} to last]') END`;

/** Queues a delivery once more, with all its attempts before it; one that waits for its next attempt has it now. */
export async function queueAgain(pool: Pick<pg.Pool, 'query'>, webhookId: number, deliveryId: number): Promise<void> {
  await pool.query(
    `UPDATE ops.webhook_deliveries SET ${AGAIN} WHERE webhook_id = $1 AND id = $2 AND status <> 'pending'`,
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
      `UPDATE ops.webhook_deliveries SET ${AGAIN} WHERE webhook_id = $1 AND id IN (
         SELECT id FROM ops.webhook_deliveries WHERE webhook_id = $1 AND status = 'failed' AND created_at >= $2::timestamptz
           AND event <> '${TEST_EVENT}' ORDER BY id LIMIT ${RECOVERED_AT_ONCE})`,
      [webhookId, since],
    );
    total += rowCount ?? 0;
    if ((rowCount ?? 0) < RECOVERED_AT_ONCE) return total;
  }
}

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
export async function forgetOldDeliveries(pool: Pick<pg.Pool, 'query'>, days: number): Promise<void> {
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
  await inPieces(() =>
    pool.query(`DELETE FROM ops.webhook_bodies WHERE event_id IN (
      SELECT event_id FROM ops.webhook_bodies b WHERE created_at < ${age}
        AND NOT EXISTS (SELECT FROM ops.webhook_deliveries d WHERE d.event_id = b.event_id) LIMIT ${FORGOTTEN_AT_ONCE})`),
  );
  await pool.query(`DELETE FROM ops.webhook_hours WHERE hour < now() - interval '2 days'`);
  // Secrets that nobody signs with any more, and those that no event has ever named.
  await pool.query(`DELETE FROM ops.webhook_secrets s WHERE made_at < now() - interval '2 days' AND NOT EXISTS (
    SELECT FROM read.webhooks w WHERE w.id = s.webhook_id AND w.removed_at IS NULL AND (w.secret_id = s.id
      OR EXISTS (SELECT FROM jsonb_array_elements(w.retiring_secrets) AS r
        WHERE r->>'id' = s.id AND (r->>'until')::timestamptz > now() - interval '1 day')))`);
}

/** Attempts that a process which is gone has not brought to an end, of deliveries that are not tried again. */
export async function endInterrupted(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(
    `UPDATE ops.webhook_deliveries d SET status = 'failed', finished_at = now(), next_attempt_at = NULL, leased_by = NULL,
       lease_until = NULL, response_excerpt = 'connection failed', attempt_log = attempt_log || ${INTERRUPTED}
     WHERE status = 'pending' AND lease_until < now()
       AND (attempts - earlier_attempts >= ${MAX_ATTEMPTS} OR event = '${TEST_EVENT}')`,
  );
}
