import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { buildIsGoneSql, type Owner, type Term } from '../../database/owners.ts';
import { MAX_ATTEMPTS } from '../../domain/webhooks/schedule.ts';
import { ENDED_ATTEMPTS } from '../../projections/webhooks/attempts.ts';
import { MAKER, MAKER_SEES_DELIVERY, PAUSED_REASON } from '../../projections/webhooks/makers.ts';
import type { RetiringSecret } from '../../projections/webhooks/tables.ts';
import { TEST_EVENT, wakeWebhookSenders } from './delivery-queue.ts';

/**
 * A due delivery is claimed by one process for a limited time, which counts as an attempt. If the process dies, another
 * takes over, and the interrupted attempt is counted. All times are database times, so that machine clocks need not
 * agree.
 */

/** Longer than a complete call takes; afterwards another process may send it. */
export const LEASE = `interval '30 seconds'`;
/** A claimed delivery. */
interface ClaimedDelivery {
  readonly id: number;
  readonly webhook_id: number;
  readonly event: string;
  readonly event_id: string;
  /** Including the current attempt. */
  readonly attempts: number;
  readonly earlier_attempts: number;
  /** Null: that of the event. */
  readonly replayed_body: string | null;
  readonly term: Term;
}

/** Address and signing secrets of an endpoint. */
export interface Endpoint {
  readonly url: string;
  readonly secret_id: string;
  readonly retiring_secrets: readonly RetiringSecret[];
}

/** Everything needed for a call. */
export interface DueDelivery extends ClaimedDelivery {
  readonly endpoint: Endpoint;
  readonly body: string;
}

export interface Slots {
  readonly webhookId: number;
  readonly free: number;
}

/** Log entry of an attempt that a process began but did not finish. */
export const INTERRUPTED = `jsonb_build_object('number', d.attempts, 'outcome', 'interrupted', 'at', d.lease_until - ${LEASE},
  'response_status', NULL, 'response_excerpt', NULL, 'duration_ms', NULL)`;

const CLAIM = `
  WITH due AS MATERIALIZED (
    SELECT slot.webhook_id, p.id FROM unnest($1::bigint[], $2::integer[]) AS slot(webhook_id, free)
    JOIN read.webhooks w ON w.id = slot.webhook_id AND w.is_active
    ${MAKER}
    CROSS JOIN LATERAL (
      SELECT id FROM ops.webhook_deliveries d WHERE ${PAUSED_REASON} IS NULL AND ${MAKER_SEES_DELIVERY}
        AND webhook_id = slot.webhook_id AND status = 'pending'
        AND next_attempt_at <= now() AND (lease_until IS NULL OR lease_until < now())
        AND attempts - earlier_attempts < ${MAX_ATTEMPTS} AND event <> '${TEST_EVENT}'
      ORDER BY next_attempt_at LIMIT slot.free FOR UPDATE SKIP LOCKED
    ) AS p
  )
  UPDATE ops.webhook_deliveries d SET attempts = attempts + 1, leased_by = $3::uuid, lease_until = now() + ${LEASE},
    attempted_at = NULL,
    attempt_log = CASE WHEN leased_by IS NULL THEN ${ENDED_ATTEMPTS} ELSE ${ENDED_ATTEMPTS} || ${INTERRUPTED} END
  FROM due WHERE d.webhook_id = due.webhook_id AND d.id = due.id
  RETURNING d.id, d.webhook_id, d.event, d.event_id, d.attempts, d.earlier_attempts, d.replayed_body`;

const ENDPOINTS = 'SELECT id, url, secret_id, retiring_secrets FROM read.webhooks WHERE id = ANY($1::bigint[])';
const BODIES = 'SELECT event_id, body FROM ops.webhook_bodies WHERE event_id = ANY($1::text[])';

/** Cached body characters, since an event goes to several endpoints at about the same time. */
const MOST_REMEMBERED = 4_000_000;

export interface DueDeliveries {
  /** Claims due deliveries exclusively, up to the free slots of each endpoint. */
  claimDue(slots: readonly Slots[]): Promise<DueDelivery[]>;
}

/** Endpoints and event bodies are read once for many deliveries. */
export function openDueDeliveries(pool: Pick<pg.Pool, 'query'>, owner: Owner): DueDeliveries {
  const bodies = new LRUCache<string, string>({
    maxSize: MOST_REMEMBERED,
    sizeCalculation: ({ length }) => length + 1,
  });

  async function loadBodies(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
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

  async function readEndpoints(ids: ReadonlySet<number>): Promise<ReadonlyMap<number, Endpoint>> {
    const { rows } = await pool.query<Endpoint & { id: number }>({
      name: 'webhook-endpoints-called',
      text: ENDPOINTS,
      values: [[...ids]],
    });
    return new Map(rows.map((row) => [row.id, row]));
  }

  return {
    async claimDue(slots) {
      const term = owner.getTerm();
      const { rows: claimed } = await pool.query<Omit<ClaimedDelivery, 'term'>>({
        name: 'webhook-claim',
        text: CLAIM,
        values: [slots.map(({ webhookId }) => webhookId), slots.map(({ free }) => free), term.id],
      });
      const rows = claimed.map((row) => ({ ...row, term }));
      if (rows.length === 0) return [];
      try {
        const [endpoints, found] = await Promise.all([
          readEndpoints(new Set(rows.map(({ webhook_id }) => webhook_id))),
          loadBodies(new Set(rows.flatMap((row) => (row.replayed_body === null ? [row.event_id] : [])))),
        ]);
        return rows.flatMap((row) => {
          const [endpoint, body] = [endpoints.get(row.webhook_id), row.replayed_body ?? found.get(row.event_id)];
          return endpoint === undefined || body === undefined ? [] : [{ ...row, endpoint, body }];
        });
      } catch (error) {
        // If this fails too, the claims expire.
        await giveBack(pool, rows).catch(() => undefined);
        throw error;
      }
    },
  };
}

/** Releases claimed deliveries that were not sent, without counting the attempt. */
export async function giveBack(
  pool: Pick<pg.Pool, 'query'>,
  taken: readonly Pick<DueDelivery, 'id' | 'webhook_id' | 'term'>[],
): Promise<void> {
  await pool.query(
    `UPDATE ops.webhook_deliveries d SET attempts = attempts - 1, leased_by = NULL, lease_until = NULL, ${DUE_NOW}
     FROM unnest($1::bigint[], $2::bigint[], $3::uuid[]) AS taken(webhook_id, id, term)
     WHERE d.webhook_id = taken.webhook_id AND d.id = taken.id AND leased_by = taken.term`,
    [taken.map(({ webhook_id }) => webhook_id), taken.map(({ id }) => id), taken.map(({ term }) => term.id)],
  );
}

/** A delivery claimed at creation becomes due only when it is released. */
const DUE_NOW = 'next_attempt_at = least(next_attempt_at, now())';

/** Releases the claims of owners that are gone before they expire. */
export async function releaseAbandonedClaims(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  const { rows } = await pool.query<{ process_id: string }>(
    `SELECT process_id FROM (
       SELECT leased_by FROM ops.webhook_deliveries
         WHERE next_attempt_at IS NOT NULL AND status = 'pending' AND leased_by IS NOT NULL
       UNION SELECT process_id FROM ops.webhook_claims
     ) AS claim(process_id) WHERE ${buildIsGoneSql('claim.process_id')}`,
  );
  const gone = rows.map(({ process_id }) => process_id);
  const released = await pool.query(
    `UPDATE ops.webhook_deliveries SET lease_until = now() - interval '1 second', ${DUE_NOW}
     WHERE next_attempt_at IS NOT NULL AND status = 'pending' AND leased_by = ANY($1::uuid[]) AND lease_until > now()`,
    [gone],
  );
  const { rowCount } = await pool.query(
    `WITH over AS (
       DELETE FROM ops.webhook_claims WHERE process_id = ANY($1::uuid[]) OR lease_until < now() RETURNING *
     )
     UPDATE ops.webhook_deliveries d SET lease_until = now() - interval '1 second', next_attempt_at = now()
     FROM over CROSS JOIN LATERAL unnest(over.webhook_ids) AS w(id)
     WHERE d.webhook_id = w.id AND d.id BETWEEN over.first_id AND over.last_id AND d.status = 'pending'
       AND d.leased_by = over.process_id AND d.next_attempt_at IS NULL`,
    [gone],
  );
  if ((released.rowCount ?? 0) + (rowCount ?? 0) > 0) await wakeWebhookSenders(pool);
}

/** Inserts a delivery that no other process claims; the caller sends it. */
export async function insertTestDelivery(
  pool: Pick<pg.Pool, 'query'>,
  owner: string,
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
      INSERT INTO ops.webhook_deliveries (id, webhook_id, event_id, event, attempts, leased_by, lease_until, next_attempt_at, created_at)
      VALUES ($1, $2, $3, '${TEST_EVENT}', 1, $6::uuid, now() + ${LEASE}, now() + ${LEASE}, $5)`,
    values: [test.id, test.webhookId, test.eventId, test.body, test.createdAt, owner],
  });
}
