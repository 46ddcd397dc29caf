import type pg from 'pg';
import { FIRST_SHARD, findShard } from '../../projections/engine/sharding.ts';
import { readLivePositions } from '../../projections/engine/shards.ts';
import { buildStreamName } from './aggregates.ts';

/** How long a process may trust its cached access data after it has renewed its lease. */
export const LEASE_MS = 5_000;
export const RENEW_MS = 1_000;
const LOOK_AGAIN_MS = 10;

/**
 * Waits until every process with a valid lease has applied a change of rights at this position. `companyId` if the change is
 * one of a company file and not of a user or firm.
 */
export async function waitUntilRightsApplied(pool: pg.Pool, position: number, companyId?: number): Promise<void> {
  const shard = companyId === undefined ? FIRST_SHARD : await findShardOfFile(pool, companyId);
  const deadline = performance.now() + LEASE_MS + RENEW_MS;
  while (performance.now() < deadline) {
    const { rows } = await pool.query<{ behind: number }>({
      name: 'processes-behind',
      text: `SELECT count(*) AS behind FROM ops.processes WHERE expires_at > now()
             AND CASE $2::text WHEN '0' THEN access_position ELSE coalesce((access_shards->>$2)::bigint, 0) END < $1`,
      values: [position, String(shard)],
    });
    if (rows[0]!.behind === 0) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

async function findShardOfFile(pool: pg.Pool, companyId: number): Promise<number> {
  const { length } = await readLivePositions(pool);
  return findShard(buildStreamName('company', companyId), length);
}
