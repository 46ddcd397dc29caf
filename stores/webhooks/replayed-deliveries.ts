import type pg from 'pg';
import { formatColumnLiteral } from '../../database/array-literal.ts';

/** Deliveries of past events, queued once more. */

export interface ReplayedDelivery {
  readonly id: number;
  readonly eventId: string;
  readonly event: string;
  readonly companyId: number;
  readonly body: string;
}

const AT_ONCE = 1_000;

const INSERT = `
  INSERT INTO ops.webhook_deliveries (id, webhook_id, event_id, event, company_id, next_attempt_at, created_at, replay_id, replayed_body)
  SELECT id, $1::bigint, event_id, event, company_id, now(), now(), $2::text, body
  FROM unnest($3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[]) AS r(id, event_id, event, company_id, body)`;

export async function insertReplayedDeliveries(
  connection: Pick<pg.PoolClient, 'query'>,
  webhookId: number,
  replayId: string,
  deliveries: readonly ReplayedDelivery[],
): Promise<void> {
  for (let start = 0; start < deliveries.length; start += AT_ONCE) {
    const some = deliveries.slice(start, start + AT_ONCE);
    await connection.query(INSERT, [
      webhookId,
      replayId,
      formatColumnLiteral(some, ({ id }) => id),
      formatColumnLiteral(some, ({ eventId }) => eventId),
      formatColumnLiteral(some, ({ event }) => event),
      formatColumnLiteral(some, ({ companyId }) => companyId),
      formatColumnLiteral(some, ({ body }) => body),
    ]);
  }
}

/** Bodies of events as they were first sent, as far as they are still stored. */
export async function loadStoredBodies(
  pool: Pick<pg.Pool, 'query'>,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ event_id: string; body: string }>(
    'SELECT event_id, body FROM ops.webhook_bodies WHERE event_id = ANY($1::text[])',
    [eventIds],
  );
  return new Map(rows.map(({ event_id, body }) => [event_id, body]));
}
