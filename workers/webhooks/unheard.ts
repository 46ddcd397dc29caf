import type pg from 'pg';

/**
 * Passes over announced events of firms without endpoints, which is all of them in most services. They are counted for
 * the sequence numbers and nothing else, so that one statement takes a thousand. Nothing is sent, and the commit need not
 * wait for the disk. Events of further shards are left to the dispatch itself.
 */

const AT_ONCE = 1_000;

/** The row is locked as by the dispatch. The demo firm sends no webhooks. */
const PASS_OVER = {
  name: 'outbox-unheard',
  text: `
  WITH turn AS MATERIALIZED (SELECT number FROM ops.webhook_dispatch FOR UPDATE SKIP LOCKED),
  next AS MATERIALIZED (
    SELECT o.number, o.company_id, o.firm_id FROM turn CROSS JOIN LATERAL (
      SELECT number, company_id, firm_id FROM ops.outbox
      WHERE shard = 0 AND number > turn.number ORDER BY number LIMIT ${AT_ONCE}) AS o
  ),
  heard AS (
    SELECT min(number) AS number FROM next WHERE firm_id IN (
      SELECT w.firm_id FROM read.webhooks w JOIN read.firms f ON f.id = w.firm_id AND f.source <> 'demo'
      WHERE w.removed_at IS NULL)
  ),
  passed AS MATERIALIZED (
    SELECT next.number, next.company_id FROM next, heard WHERE heard.number IS NULL OR next.number < heard.number
  ),
  counted AS (
    INSERT INTO ops.webhook_sequences AS known (company_id, last)
    SELECT company_id, count(*) FROM passed GROUP BY company_id ORDER BY company_id
    ON CONFLICT (company_id) DO UPDATE SET last = known.last + excluded.last
  ),
  moved AS (
    UPDATE ops.webhook_dispatch SET number = p.number FROM (SELECT max(number) AS number FROM passed) AS p
    WHERE p.number IS NOT NULL
  )
  SELECT (SELECT count(*) FROM turn) = 0 AS is_taken, (SELECT count(*) FROM next) AS found,
    (SELECT count(*) FROM passed) AS passed`,
};

export interface PassedOver {
  /** Whether there may be more of them. */
  readonly hasMore: boolean;
  /** Whether the next event has listeners. */
  readonly isHeard: boolean;
  /** Whether another process is at work; it may be frozen. */
  readonly isTaken: boolean;
}

export async function passOverUnheard(relaxedPool: pg.Pool): Promise<PassedOver> {
  const { rows } = await relaxedPool.query<{ is_taken: boolean; found: number; passed: number }>(PASS_OVER);
  const { is_taken, found, passed } = rows[0]!;
  return { hasMore: found === AT_ONCE && passed === found, isHeard: passed < found, isTaken: is_taken };
}
