import type pg from 'pg';
import { runInTransaction } from '../../database/dedicated-connection.ts';
import { LIVE, type Standing } from './schema.ts';

/** The positions of the live tables and the right to move them. */

/** The right to project, as long as nobody else has taken a higher number. */
export interface ShardLease {
  readonly shard: number;
  readonly fence: number;
}

/** Another process has taken over. */
export class LeaseLost extends Error {
  constructor(shard: number) {
    super(`Another process projects shard ${shard}`);
    this.name = 'LeaseLost';
  }
}

/**
 * SQL expression: the position of the live tables whose row of `read.checkpoint` is `c`. Tables that were just built, or
 * are written by a version before 1.3, have no position of their generation and are at that of their checkpoint.
 */
export const LIVE_POSITION =
  'coalesce((SELECT min(s.position) FROM ops.projector_shards s WHERE s.generation = c.generation), c.position)';

export const SELECT_LIVE_POSITION = `SELECT ${LIVE_POSITION} AS position FROM ${LIVE}.checkpoint c`;

/** Position of the live tables, which must exist. */
export async function readLivePosition(connection: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await connection.query<{ position: number }>(SELECT_LIVE_POSITION);
  return rows[0]!.position;
}

/** To be run when the live tables are replaced or dropped: no projector of the earlier ones can write afterwards. */
export const FORGET_POSITIONS = 'UPDATE ops.projector_shards SET generation = NULL';

/**
 * Where the owner of a shard continues. Tables without a position of their own get one, under a new generation: a
 * statement of an earlier owner that is still on its way is then refused. @throws LeaseLost
 */
export async function adoptTables(pool: pg.Pool, lease: ShardLease): Promise<Standing> {
  return (
    (await findOwnStanding(pool, lease)) ?? runInTransaction(pool, (connection) => startPosition(connection, lease))
  );
}

async function findOwnStanding(pool: Pick<pg.Pool, 'query'>, { shard, fence }: ShardLease): Promise<Standing | null> {
  const { rows } = await pool.query<Standing>(
    `SELECT s.position, s.generation FROM ops.projector_shards s JOIN ${LIVE}.checkpoint c ON c.generation = s.generation
     WHERE s.shard = $1 AND s.fence = $2`,
    [shard, fence],
  );
  return rows[0] ?? null;
}

/** Nobody can take over before the transaction has ended. @throws LeaseLost */
export async function requireLease(connection: pg.PoolClient, lease: ShardLease): Promise<void> {
  const { rows: shards } = await connection.query<ShardLease>(
    'SELECT shard, fence FROM ops.projector_shards ORDER BY shard FOR UPDATE',
  );
  if (!shards.some(({ shard, fence }) => shard === lease.shard && fence === lease.fence))
    throw new LeaseLost(lease.shard);
}

async function startPosition(connection: pg.PoolClient, lease: ShardLease): Promise<Standing> {
  // In the order in which a rebuild takes its locks.
  await requireLease(connection, lease);
  await connection.query(`SELECT FROM ${LIVE}.checkpoint FOR UPDATE`);
  const known = await findOwnStanding(connection, lease);
  if (known !== null) return known;
  const { rows } = await connection.query<Standing>(
    `UPDATE ${LIVE}.checkpoint SET generation = gen_random_uuid() RETURNING position, generation`,
  );
  const { position, generation } = rows[0]!;
  await connection.query('UPDATE ops.projector_shards SET position = $1, generation = $2', [position, generation]);
  return { position, generation };
}
