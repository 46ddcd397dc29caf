import type pg from 'pg';

export interface FeedChange {
  readonly seq: number;
  readonly resource: string;
  readonly record_id: number;
  readonly op: 'upsert' | 'delete';
  readonly version: number;
  readonly changed_at: string;
  /** How many lines the record has with it. */
  readonly lines: number;
}

export interface FeedHead {
  readonly seq: number;
  readonly epoch: string;
}

export async function feedHead(pool: pg.Pool, companyId: number): Promise<FeedHead> {
  const { rows } = await pool.query<FeedHead>({
    name: 'feed-head',
    text: `SELECT coalesce((SELECT seq FROM read.changes WHERE company_id = $1 ORDER BY seq DESC LIMIT 1), 0) AS seq, (SELECT epoch FROM ops.feed_epoch) AS epoch`,
    values: [companyId],
  });
  return rows[0]!;
}

/** Changes behind a cursor in their order; a change that a later one of the same record has overtaken is left out by the caller. */
export async function changesAfter(
  pool: pg.Pool,
  companyId: number,
  since: number,
  limit: number,
): Promise<FeedChange[]> {
  const { rows } = await pool.query<FeedChange>({
    name: 'changes-after',
    text: `SELECT c.seq, c.resource, c.record_id, c.op, c.version, a.recorded_at AS changed_at,
             coalesce(e.lines_count, g.lines_count, 0) AS lines
           FROM read.changes c JOIN read.activity a ON a.position = c.position
             LEFT JOIN read.entries e ON c.resource = 'entries' AND e.id = c.record_id
             LEFT JOIN read.letterings g ON c.resource = 'lettering' AND g.id = c.record_id
           WHERE c.company_id = $1 AND c.seq > $2 ORDER BY c.seq LIMIT $3`,
    values: [companyId, since, limit],
  });
  return rows;
}
