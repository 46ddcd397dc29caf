import type pg from 'pg';
import { runInTransaction } from '../../database/dedicated-connection.ts';
import { LIVE, type Standing } from './schema.ts';

/** The positions of the live tables and the right to move them. */

/** The right to project, as long as no other process has taken a higher number. */
export interface ShardLease {
  readonly shard: number;
  /** How many there are. */
  readonly shards: number;
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
 * SQL expression: the positions of the live tables whose row of `read.checkpoint` is `c`, by shard. Tables that were just
 * built, or are written by a version before 1.3, have no positions of their generation and are at their checkpoint.
 */
export const LIVE_POSITIONS = `coalesce(
  (SELECT json_agg(s.position ORDER BY s.shard) FROM ops.projector_shards s WHERE s.generation = c.generation),
  (SELECT json_agg(e.position) FROM (SELECT c.position FROM ops.projector_shards) AS e))`;

export const SELECT_LIVE_POSITIONS = `SELECT ${LIVE_POSITIONS} AS positions FROM ${LIVE}.checkpoint c`;

/** Positions of the live tables, which must exist, by shard. */
export async function readLivePositions(connection: Pick<pg.Pool, 'query'>): Promise<readonly number[]> {
  const { rows } = await connection.query<{ positions: number[] }>(SELECT_LIVE_POSITIONS);
  return rows[0]!.positions;
}

/** Position that all shards of the live tables have passed. */
export const readLivePosition = async (connection: Pick<pg.Pool, 'query'>): Promise<number> =>
  Math.min(...(await readLivePositions(connection)));

/** Gives every shard its position in tables of another generation. Projectors of the earlier ones can write no more. */
export async function setPositions(
  connection: Pick<pg.Pool, 'query'>,
  positions: readonly number[],
  generation: string,
): Promise<void> {
  await connection.query(
    `UPDATE ops.projector_shards s SET position = p.position, generation = $2
     FROM unnest($1::bigint[]) WITH ORDINALITY AS p(position, place) WHERE s.shard = p.place - 1`,
    [positions, generation],
  );
}

/** To be run when the live tables are dropped: no projector of them can write afterwards. */
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

/** No other process can take over before the transaction has ended. @throws LeaseLost */
export async function requireLease(connection: pg.PoolClient, lease: ShardLease): Promise<void> {
  const { rows: shards } = await connection.query<Pick<ShardLease, 'shard' | 'fence'>>(
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

export interface Division {
  /** All shards, owned by this process. */
  readonly leases: readonly ShardLease[];
  /** How many there will be. */
  readonly shards: number;
  /** Reached by all of them, and passed by none. */
  readonly position: number;
  readonly generation: string;
}

/** Divides the streams again: no event is between two positions, so that none is left out or applied twice. @throws LeaseLost */
export async function divideShards(
  connection: pg.PoolClient,
  { leases, shards, position, generation }: Division,
): Promise<void> {
  for (const lease of leases) await requireLease(connection, lease);
  await connection.query('DELETE FROM ops.projector_shards WHERE shard >= $1', [shards]);
  await connection.query(
    `INSERT INTO ops.projector_shards (shard, fence, position, generation)
     SELECT shard, $2, $3, $4 FROM generate_series(0, $1::integer - 1) AS shard
     ON CONFLICT (shard) DO UPDATE SET owner = NULL, fence = excluded.fence, position = excluded.position, generation = excluded.generation`,
    [shards, Math.max(...leases.map(({ fence }) => fence)) + 1, position, generation],
  );
  await connection.query(
    `INSERT INTO ops.outbox_cursors (shard) SELECT generate_series(1, $1::integer - 1) ON CONFLICT DO NOTHING`,
    [shards],
  );
}
