import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { buildHoldsLockSql } from '../database/live-processes.ts';
import { buildConnectionOptions, PROMPT, RELAXED, withTimeout } from '../database/pool.ts';
import { translateStatements } from '../database/schema-prefix.ts';
import { endWithTimeout } from '../database/unresponsive-server.ts';
import type { ShardLease } from '../projections/engine/shards.ts';
import { PROJECTOR_LOCK } from './projector-lock.ts';

/**
 * The place of this process among those that can project: a connection, a heartbeat and the shards that it owns. A shard
 * changes its owner when that one releases it, is disconnected, or shows no new heartbeat for a few seconds. Nothing
 * depends on a clock: the fence of the new owner makes the database refuse whatever the earlier one still writes.
 */
export interface ProjectorSeat {
  /** What others do. @throws if the connection broke */
  look(): Promise<SeatView>;
  /** Null if another process was faster, or if no process may project now. @throws if the connection broke */
  claim(observed: ObservedShard): Promise<ShardLease | null>;
  /** Takes all shards from any owner; null if no process may project now. They are kept until all are released. */
  claimAll(): Promise<readonly ShardLease[] | null>;
  release(lease: ShardLease): Promise<void>;
  releaseAll(): Promise<void>;
  /** Whether the lease was confirmed so recently that no other process can have taken it. */
  isCertain(lease: ShardLease): boolean;
  /** Whether the database still knows this process as the owner. */
  holds(lease: ShardLease): Promise<boolean>;
  /** Called once for a lease that was lost, also because the connection broke. */
  onLost(handler: (lease: ShardLease) => void): void;
  readonly isBroken: boolean;
  /** Ends the connection at once, for a server that does not answer. */
  abandon(): void;
  /** Releases everything. */
  close(): Promise<void>;
}

export interface SeatView {
  /** How many there are. */
  readonly shards: number;
  /** Processes that can project, with this one. */
  readonly members: number;
  /** The shards that this process may take now. */
  readonly claimable: readonly ObservedShard[];
}

export interface ObservedShard extends Pick<ShardLease, 'shard' | 'fence'> {
  readonly owner: string | null;
  /** Null if the owner shows by itself that it does not project. */
  readonly heartbeat: string | null;
}

/** The server keeps locks of a client that is gone until it notices: keepalives find one behind a silent network. */
const KEPT_ALIVE = { tcp_keepalives_idle: '5', tcp_keepalives_interval: '2', tcp_keepalives_count: '3' };
const PRESENCE_LOCK = 7_201_009;
const BEAT_MS = 1_000;
/** An owner without a heartbeat for this long is replaced. */
const STALE_MS = 3_500;
/** A look counts for at most this long: a process or a server that stood still itself blames no other. */
const LONGEST_LOOK_MS = 500;
/** The owner stops to rely on its lease before others may take it. */
const CERTAIN_MS = 2_500;

const BEAT = `
  WITH alive AS (INSERT INTO ops.projectors (id, heartbeat_at) VALUES ($1, clock_timestamp())
      ON CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at),
    kept AS (UPDATE ops.projector_shards SET heartbeat_at = clock_timestamp()
      WHERE shard IN (SELECT shard FROM ops.projector_shards WHERE owner = $1 FOR NO KEY UPDATE SKIP LOCKED))
  SELECT shard, fence FROM ops.projector_shards WHERE owner = $1`;

const OBSERVE = `
  SELECT (SELECT json_agg(json_build_object('shard', shard, 'owner', owner, 'fence', fence) ORDER BY shard)
      FROM ops.projector_shards) AS shards,
    (SELECT json_agg(json_build_object('id', p.id, 'heartbeat', p.heartbeat_at::text)) FROM ops.projectors p
      WHERE ${buildHoldsLockSql(PRESENCE_LOCK, 'p.id')}) AS members`;

const CLAIM = `
  UPDATE ops.projector_shards SET owner = $1, fence = fence + 1, heartbeat_at = clock_timestamp()
  WHERE shard = (SELECT shard FROM ops.projector_shards WHERE shard = $2 AND fence = $3 AND owner IS NOT DISTINCT FROM $4::uuid
      AND ($5::timestamptz IS NULL OR $5 = (SELECT heartbeat_at FROM ops.projectors WHERE id = $4)) FOR UPDATE SKIP LOCKED)
  RETURNING shard, fence, (SELECT count(*) FROM ops.projector_shards) AS shards`;

const CLAIM_ALL = `
  UPDATE ops.projector_shards SET owner = $1, fence = fence + 1, heartbeat_at = clock_timestamp()
  RETURNING shard, fence, (SELECT count(*) FROM ops.projector_shards) AS shards`;

/** Ends a statement of the earlier owner that holds its row and waits for its client. */
const END_STUCK = `
  SELECT pg_terminate_backend(a.pid) FROM ops.projector_shards s
  JOIN pg_locks l ON l.locktype = 'transactionid' AND l.transactionid = s.xmax AND l.granted
  JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE s.shard = $1 AND (a.state <> 'active' OR a.wait_event_type = 'Client') AND a.state_change < clock_timestamp() - interval '1 second'`;

const TAKE_SEAT = `
  WITH gone AS (DELETE FROM ops.projectors WHERE heartbeat_at < clock_timestamp() - interval '1 hour')
  SELECT pg_advisory_lock(${PRESENCE_LOCK}, hashtext($1::text))`;

export async function openProjectorSeat(databaseUrl: string): Promise<ProjectorSeat> {
  // Another one for each connection: the server may believe for a while that an earlier one is still there.
  const id = randomUUID();
  const held = new Map<number, ShardLease>();
  let isKeeping = false;
  const judge = trackStaleness();
  let onLost: (lease: ShardLease) => void = () => undefined;
  let certainUntil = -Infinity;
  let isBroken = false;
  let hasRight = false;

  const client = new pg.Client({
    ...buildConnectionOptions(databaseUrl, {
      applicationName: 'grandlivre-projector-lock',
      settings: { ...KEPT_ALIVE, ...RELAXED },
    }),
    query_timeout: PROMPT.answerMs,
  });
  translateStatements(client, databaseUrl);
  const lose = (lease: ShardLease): void => {
    if (held.get(lease.shard) !== lease) return;
    held.delete(lease.shard);
    onLost(lease);
  };
  const giveUp = (): void => {
    if (isBroken) return;
    isBroken = true;
    clearInterval(timer);
    [...held.values()].forEach(lose);
    void endWithTimeout(client);
  };
  let turn: Promise<unknown> = Promise.resolve();
  /** One statement at a time: heartbeats come in between. */
  const run = async <Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> => {
    const own = turn.then(() => client.query<Row>({ text, values, ...withTimeout(PROMPT.answerMs) }));
    turn = own.catch(() => undefined);
    try {
      return (await own).rows;
    } catch (error) {
      giveUp();
      throw error;
    }
  };
  const beat = async (): Promise<void> => {
    const startedAt = performance.now();
    const before = [...held.values()];
    const owned = await run<Pick<ShardLease, 'shard' | 'fence'>>(BEAT, [id]);
    const isOwned = ({ shard, fence }: ShardLease): boolean =>
      owned.some((own) => own.shard === shard && own.fence === fence);
    before.filter((lease) => !isOwned(lease)).forEach(lose);
    certainUntil = startedAt + CERTAIN_MS;
  };
  /** Held while this process owns a shard. */
  const takeRight = async (): Promise<boolean> =>
    (hasRight ||= (
      await run<{ taken: boolean }>(`SELECT pg_try_advisory_lock_shared(${PROJECTOR_LOCK}) AS taken`, [])
    )[0]!.taken);
  const returnRight = async (): Promise<void> => {
    if (!hasRight || held.size > 0) return;
    hasRight = false;
    await run(`SELECT pg_advisory_unlock_shared(${PROJECTOR_LOCK})`, []);
  };

  client.on('error', giveUp);
  client.on('end', giveUp);
  let timer: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await run(TAKE_SEAT, [id]);
    await beat();
  } catch (error) {
    giveUp();
    throw error;
  }
  timer = setInterval(() => void beat().catch(() => undefined), BEAT_MS);
  timer.unref();

  return {
    async look() {
      const [seen] = await run<Observation>(OBSERVE, []);
      return judge(seen!, id);
    },
    async claim(observed) {
      if (!(await takeRight())) return null;
      const { shard, fence, owner, heartbeat } = observed;
      const startedAt = performance.now();
      const [lease] = await run<ShardLease>(CLAIM, [id, shard, fence, owner, heartbeat]);
      if (lease) {
        certainUntil = Math.max(certainUntil, startedAt + CERTAIN_MS);
        held.set(shard, lease);
        return lease;
      }
      // The role may not be allowed to do so; the server then ends it after its own time limit.
      if (heartbeat !== null) await (turn = client.query(END_STUCK, [shard]).catch(() => undefined));
      await returnRight();
      return null;
    },
    async claimAll() {
      if (!(await takeRight())) return null;
      const leases = await run<ShardLease>(CLAIM_ALL, [id]);
      isKeeping = true;
      for (const lease of leases) held.set(lease.shard, lease);
      return leases;
    },
    async releaseAll() {
      isKeeping = false;
      held.clear();
      if (isBroken) return;
      await run('UPDATE ops.projector_shards SET owner = NULL WHERE owner = $1', [id]).catch(() => undefined);
      await returnRight().catch(() => undefined);
    },
    async release(lease) {
      if (isKeeping) return;
      if (held.get(lease.shard) === lease) held.delete(lease.shard);
      if (isBroken) return;
      await run('UPDATE ops.projector_shards SET owner = NULL WHERE shard = $1 AND fence = $2', [
        lease.shard,
        lease.fence,
      ]).catch(() => undefined);
      await returnRight().catch(() => undefined);
    },
    isCertain: (lease) => held.get(lease.shard) === lease && performance.now() < certainUntil,
    async holds({ shard, fence }) {
      const found = await run('SELECT FROM ops.projector_shards WHERE owner = $1 AND shard = $2 AND fence = $3', [
        id,
        shard,
        fence,
      ]);
      return found.length > 0;
    },
    onLost: (handler) => void (onLost = handler),
    get isBroken() {
      return isBroken;
    },
    abandon: giveUp,
    async close() {
      clearInterval(timer);
      if (isBroken) return;
      isBroken = true;
      held.clear();
      await client
        .query({
          text: `WITH gone AS (DELETE FROM ops.projectors WHERE id = $1)
                 UPDATE ops.projector_shards SET owner = NULL WHERE owner = $1`,
          values: [id],
          ...withTimeout(BEAT_MS),
        })
        .catch(() => undefined);
      await endWithTimeout(client);
    },
  };
}

interface Observation {
  readonly shards: readonly Pick<ObservedShard, 'shard' | 'owner' | 'fence'>[];
  /** Those that are connected. */
  readonly members: readonly { readonly id: string; readonly heartbeat: string }[] | null;
}

interface Silence {
  readonly heartbeat: string;
  readonly milliseconds: number;
}

/** Adds up for how long each process has shown no new heartbeat, by the clock of this one. */
function trackStaleness(): (seen: Observation, ownId: string) => SeatView {
  let silences = new Map<string, Silence>();
  let lookedAt = performance.now();
  return ({ shards, members }, ownId) => {
    const now = performance.now();
    const passed = Math.min(now - lookedAt, LONGEST_LOOK_MS);
    lookedAt = now;
    silences = new Map(
      (members ?? []).map(({ id, heartbeat }) => {
        const known = silences.get(id);
        return [id, { heartbeat, milliseconds: known?.heartbeat === heartbeat ? known.milliseconds + passed : 0 }];
      }),
    );
    const isStale = ({ milliseconds }: Silence): boolean => milliseconds >= STALE_MS;
    const others = [...silences].filter(([id, silence]) => id !== ownId && !isStale(silence));
    return {
      shards: shards.length,
      members: others.length + 1,
      claimable: shards.flatMap(({ shard, owner, fence }) => {
        const silence = owner === null ? undefined : silences.get(owner);
        if (owner === ownId || (silence && !isStale(silence))) return [];
        return [{ shard, owner, fence, heartbeat: silence?.heartbeat ?? null }];
      }),
    };
  };
}
