import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { runInTransaction } from '../../database/dedicated-connection.ts';
import type { EventLog, RecordedEvent } from '../../eventlog/port.ts';
import { runAlone } from './exclusive-work.ts';
import { createProjector, type Projector } from './projector.ts';
import { createReadIndexes, createReadSchema, LIVE, readPartitions, readStanding } from './schema.ts';
import { NEWEST_SHAPE } from './shapes.ts';
import { findShard } from './sharding.ts';
import { readLivePositions, setPositions } from './shards.ts';
import type { HaltedStream } from './batch-statement.ts';
import { raiseIdCounters } from './ids.ts';

/** Rebuilds every read table from the log beside the live ones, and swaps them in one transaction. */

export interface RebuildReport {
  readonly events: number;
  readonly position: number;
  readonly milliseconds: number;
  /** Streams with an event that this version does not understand. */
  readonly halted: readonly HaltedStream[];
}

const NEXT = 'read_next';
const BATCH = 250;
const SWAP_ATTEMPTS = 60;
const SWAP_PAUSE_MS = 300;
/** Below the server's deadlock timeout of one second, so that the swap gives way and never a reader. */
const SWAP_LOCK_TIMEOUT_MS = 500;

/**
 * `connection` commits without waiting for the disk: rows lost in a crash are rebuilt from the log. Without a number of
 * partitions, the new tables have as many as the live ones.
 */
export function rebuildReadTables(
  connection: pg.Pool,
  log: EventLog,
  onProgress: (events: number) => void = () => undefined,
  partitions?: number,
): Promise<RebuildReport> {
  return runAlone(connection, 'rebuild', () => rebuildExclusively(connection, log, onProgress, partitions));
}

async function rebuildExclusively(
  connection: pg.Pool,
  log: EventLog,
  onProgress: (events: number) => void,
  partitions?: number,
): Promise<RebuildReport> {
  const started = performance.now();
  await createReadSchema(connection, NEXT, partitions ?? (await readPartitions(connection)) ?? 1);
  const filling = await fillSchema(connection, log, NEXT, await countLanes(connection));
  let events = 0;
  await filling.fillUpTo(await findRebuildEnd(connection, log), (taken) => onProgress((events += taken)));
  await createReadIndexes(connection, NEXT);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await swapSchemas(connection, log, filling);
      break;
    } catch (error) {
      if (attempt === SWAP_ATTEMPTS || !isLockError(error)) throw error;
      await pause(SWAP_PAUSE_MS);
    }
  }
  await raiseIdCounters(connection);
  return {
    events,
    position: Math.min(...filling.positions),
    milliseconds: Math.round(performance.now() - started),
    halted: filling.halted,
  };
}

/** Lanes beyond this number take turns on the same processors. */
const MOST_LANES = 4;

/** As many as there are shards: a service that has divided its streams has the processors to write them in parallel. */
async function countLanes(connection: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await connection.query<{ shards: number }>('SELECT count(*) AS shards FROM ops.projector_shards');
  return Math.min(rows[0]!.shards, MOST_LANES);
}

/**
 * The positions of the live tables by shard, never beyond: later events are left to the live projectors, because only
 * they announce them. Without live tables, the end of the log.
 */
async function findRebuildEnd(connection: Pick<pg.Pool, 'query'>, log: EventLog): Promise<readonly number[]> {
  const { rows: tables } = await connection.query<{ there: boolean }>(
    `SELECT to_regclass('${LIVE}.checkpoint') IS NOT NULL AS there`,
  );
  if (tables[0]?.there) return readLivePositions(connection);
  const end = await log.readHead();
  const { rows } = await connection.query('SELECT FROM ops.projector_shards');
  return rows.map(() => end);
}

/** Requests the next batch while the current one is being processed. */
async function* readAhead<T>(batches: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = batches[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (let current = await next; !current.done; current = await next) {
      next = iterator.next();
      // A failure is thrown when its turn comes.
      next.catch(() => undefined);
      yield current.value;
    }
  } finally {
    await next.catch(() => undefined);
    await iterator.return?.();
  }
}

/** Writes the events of some streams in order; the next batch is prepared while the previous one is written. */
interface FillingLane {
  write(events: readonly RecordedEvent[]): Promise<void>;
  /** Resolves when at most the last batch is still being written. @throws if one before it has failed */
  whenReady(): Promise<void>;
  whenDone(): Promise<void>;
}

export interface Filling {
  /** How far each shard is filled; as many as were last asked for. */
  readonly positions: readonly number[];
  readonly generation: string;
  /** Streams that could not be projected; every caller reports them. */
  readonly halted: readonly HaltedStream[];
  /** Projects the events of each shard up to and including its position. */
  fillUpTo(ends: readonly number[], onTaken?: (events: number) => void): Promise<void>;
}

/** Fills a schema from the log, up to any positions and in any number of steps. */
export async function fillSchema(
  connection: Pick<pg.Pool, 'query'>,
  log: EventLog,
  schema: string,
  lanesCount = 1,
): Promise<Filling> {
  const { generation, position } = await readStanding(connection, schema);
  const halted: HaltedStream[] = [];
  const lanes = Array.from({ length: lanesCount }, () =>
    openLane(
      createProjector({
        connection,
        schema,
        generation,
        isParallel: true,
        isLive: false,
        onHalted: (stream) => halted.push(stream),
      }),
    ),
  );
  let positions: readonly number[] = [position];
  return {
    get positions() {
      return positions;
    },
    generation,
    halted,
    async fillUpTo(ends, onTaken = () => undefined) {
      const last = Math.max(...ends);
      const isMissing = ({ stream, position: at }: RecordedEvent): boolean =>
        at > positions[findShard(stream, positions.length)]! && at <= ends[findShard(stream, ends.length)]!;
      const first = Math.min(...positions);
      if (first < last)
        for await (const batch of readAhead(log.readAll(first, BATCH * lanes.length))) {
          const included = batch.filter(isMissing);
          for (const [index, lane] of lanes.entries()) {
            const own =
              lanes.length === 1
                ? included
                : included.filter(({ stream }) => findShard(stream, lanes.length) === index);
            if (own.length > 0) void lane.write(own).then(() => onTaken(own.length));
          }
          await Promise.all(lanes.map((lane) => lane.whenReady()));
          if (batch.at(-1)!.position >= last) break;
        }
      await Promise.all(lanes.map((lane) => lane.whenDone()));
      positions = ends;
    },
  };
}

function openLane(projector: Projector): FillingLane {
  let earlier = Promise.resolve();
  let latest = Promise.resolve();
  return {
    write(events) {
      earlier = latest;
      latest = projector.project(events, events[0]!.position - 1);
      latest.catch(() => undefined); // thrown where it is awaited
      return latest;
    },
    whenReady: () => earlier,
    whenDone: () => latest,
  };
}

/**
 * Stops the live projector by locking its position, brings the new tables to exactly the same position, and renames
 * them to replace the old ones, which are dropped in the same transaction. Readers wait briefly and then see the new
 * tables.
 */
async function swapSchemas(connection: pg.Pool, log: EventLog, filling: Filling): Promise<void> {
  await filling.fillUpTo(await findRebuildEnd(connection, log));
  await runInTransaction(connection, async (client) => {
    await client.query(`SET LOCAL lock_timeout = ${SWAP_LOCK_TIMEOUT_MS}`);
    const { rows } = await client.query<{ there: boolean }>(
      `SELECT to_regclass('${LIVE}.checkpoint') IS NOT NULL AS there`,
    );
    if (rows[0]?.there) {
      // The first table of a projection, so that neither waits for the other. Its position may still be read.
      await client.query('LOCK TABLE ops.projector_shards IN EXCLUSIVE MODE');
      // A version before 1.3 moves this one.
      await client.query(`LOCK TABLE ${LIVE}.checkpoint IN ACCESS EXCLUSIVE MODE`);
      await filling.fillUpTo(await readLivePositions(client));
      await client.query(EPOCH_IF_CHANGED);
      await client.query(`DROP SCHEMA ${LIVE} CASCADE`);
    }
    await client.query(`UPDATE ${NEXT}.checkpoint SET position = $1`, [Math.min(...filling.positions)]);
    await setPositions(client, filling.positions, filling.generation);
    await client.query('DELETE FROM ops.halted_streams');
    for (const { stream, next_revision, position, error } of filling.halted) {
      await client.query(
        'INSERT INTO ops.halted_streams (stream, next_revision, position, error) VALUES ($1, $2, $3, $4)',
        [stream, next_revision, position, error],
      );
    }
    await client.query(NEWEST_SHAPE);
    await client.query(`ALTER SCHEMA ${NEXT} RENAME TO ${LIVE}`);
  });
}

/** Fingerprint of the feed that cursors refer to: number and subject of each change, independent of the table shapes. */
function buildFeedDigest(schema: string): string {
  return `SELECT company_id, max(seq), sum(hashtextextended(concat_ws(':', resource, record_id, op, version), seq)::numeric)
    FROM ${schema}.changes GROUP BY company_id`;
}

/**
 * A different feed starts its numbers so far above that no earlier cursor can be mistaken for its own. Based on minutes,
 * because a restored database does not know how often this has happened already.
 */
export const NEXT_FEED_BASE = `greatest(base + ${2 ** 29}, floor(extract(epoch FROM now() - '2026-01-01'::timestamptz) / 60)::bigint * ${2 ** 29})`;

/** Existing cursors stay valid as long as the feed is the same; otherwise clients must start over. */
const EPOCH_IF_CHANGED = `
  UPDATE ops.feed_epoch SET epoch = gen_random_uuid()::text, base = ${NEXT_FEED_BASE}
  WHERE EXISTS (${buildFeedDigest(LIVE)} EXCEPT ${buildFeedDigest(NEXT)})`;

function isLockError(error: unknown): boolean {
  return ['40P01', '55P03'].includes(String((error as { code?: unknown }).code));
}
