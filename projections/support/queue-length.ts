import type pg from 'pg';

/** Length of a queue, for metrics. */
export interface QueueLength {
  readonly pending: number;
  /** How long the oldest item has been waiting. */
  readonly oldest_seconds: number;
}

/** Counts the queued rows of a read table. The condition must be that of a partial index, so that few rows are read. */
export async function readQueueLength(
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  condition: string,
): Promise<QueueLength> {
  const { rows } = await pool.query<QueueLength>({
    name: `queue-length-${table}`,
    text: `SELECT count(*) AS pending, coalesce(greatest(extract(epoch FROM now() - min(created_at)), 0), 0)::float8 AS oldest_seconds
      FROM read.${table} WHERE ${condition}`,
  });
  return rows[0]!;
}
