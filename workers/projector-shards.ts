import { limitConcurrency } from '../support/semaphore.ts';
import { runInTransaction } from '../database/dedicated-connection.ts';
import { LogUnavailable } from '../eventlog/port.ts';
import type { HaltedStream } from '../projections/engine/batch-statement.ts';
import { bridgeTables } from '../projections/engine/earlier-tables.ts';
import { findMissingTables } from '../projections/engine/live-tables.ts';
import { createProjector } from '../projections/engine/projector.ts';
import { LIVE } from '../projections/engine/schema.ts';
import { readLiveShape } from '../projections/engine/shapes.ts';
import { FIRST_SHARD } from '../projections/engine/sharding.ts';
import { adoptTables, divideShards, type ShardLease } from '../projections/engine/shards.ts';
import { resumeHaltedStreams } from './projector-halted.ts';
import { openAnnouncer } from './projector-announcer.ts';
import { createProjectorHub } from './projector-hub.ts';
import { openIdleMover } from './projector-idle.ts';
import type { ProjectorSeat } from './projector-seat.ts';
import { openShardWriter, type ShardWriter } from './projector-shard.ts';
import { createTables } from './projector-tables.ts';
import type { RunnerOptions } from './projector-options.ts';

/** The shards that this process projects now. They share the reading of the log and nothing else. */
export interface ShardRunner {
  list(): readonly ShardLease[];
  start(lease: ShardLease): void;
  /** Releases a shard after the batch that is being written. */
  stop(lease: ShardLease): void;
  /** Takes all shards, brings them to one position and divides the streams again. False if this is not possible now. */
  redivide(shards: number): Promise<boolean>;
  /** Resolves when a shard ends, or after this time. */
  waitForEnd(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** How long to wait after a shard has failed. */
  getDelay(): number;
  stopAll(): Promise<void>;
}

export interface Shared {
  readonly onReady: () => void;
  readonly replace: () => void;
}

interface Session {
  readonly lease: ShardLease;
  readonly stopping: AbortController;
  /** Writes everything that it was given before it stops. */
  isDrained: boolean;
  /** Another process has taken the shard. */
  isLost: boolean;
  writer: ShardWriter | null;
  ended: Promise<void>;
}

const BATCH = 500;
const RETRY_MS = 150;
/** How often an older version checks whether the tables are its own again. */
const NEWER_LOOK_MS = 5_000;
/** Below the connections of the pool: the events of one shard must not wait long for one. */
const SHARDS_AT_ONCE = 3;
const DIVIDE_MS = 30_000;
const LOOK_MS = 20;
/** The server ends a transaction whose client stands still, before others wait for its locks. */
const BEGIN = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = 3000`;
const NOTHING: ReadonlySet<string> = new Set();

export function createShardRunner(options: RunnerOptions, seat: ProjectorSeat, shared: Shared): ShardRunner {
  const { connection, log, logger, progress, isHeard = () => true, batchSize = BATCH } = options;
  const sessions = new Map<number, Session>();
  const away = trackAbsence((reason) =>
    logger.warn({ reason }, 'event log unreachable; the projector is waiting for it'),
  );
  const hub = createProjectorHub({
    log,
    batchSize,
    onInterruption: (error) => away.report(error),
    onEvents: () => away.reset(),
  });
  const runLimited = limitConcurrency(SHARDS_AT_ONCE);
  const listWriters = () =>
    [...sessions.values()].flatMap(({ lease, writer }) => (writer === null ? [] : [{ lease, writer }]));
  const listIdle = () => listWriters().filter(({ writer }) => writer.isIdle);
  const mover = openIdleMover({ connection, listIdle });
  const announcer = openAnnouncer(connection, isHeard);
  let delayUntil = -Infinity;
  let hasEnded = false;
  let onEnd: () => void = () => undefined;

  const tellReplaced = ({ shard }: ShardLease): void =>
    logger.info({ shard }, 'another process has taken over the projection');

  async function runSession(session: Session): Promise<void> {
    const { lease } = session;
    let waitMs = 0;
    try {
      waitMs = { newer: NEWER_LOOK_MS, unready: RETRY_MS, ended: 0 }[await projectShard(session)];
      if (session.isLost && !seat.isBroken) tellReplaced(lease);
    } catch (error) {
      waitMs = RETRY_MS;
      if (error instanceof LogUnavailable) away.report(error.cause);
      // Whatever failed, the new owner continues.
      else if (await isReplaced(seat, lease)) tellReplaced(lease);
      else {
        const tell = isExpected(error) ? logger.warn.bind(logger) : logger.error.bind(logger);
        tell({ err: error }, 'the projection was interrupted and will restart from its checkpoint');
      }
    } finally {
      if (sessions.get(lease.shard) === session) sessions.delete(lease.shard);
      // Without the lease, so that a newer version waiting for it can take over.
      await seat.release(lease);
      delayUntil = Math.max(delayUntil, performance.now() + waitMs);
      hasEnded = true;
      onEnd();
    }
  }

  async function projectShard(session: Session): Promise<'newer' | 'unready' | 'ended'> {
    const { lease, stopping } = session;
    const prepared = await prepareTables(lease);
    if (typeof prepared === 'string') return prepared;
    const { missing } = prepared;
    const { position: from, generation } = await adoptTables(connection, lease);
    const projector = createProjector({
      connection,
      transact: (work) => runInTransaction(connection, work, BEGIN),
      schema: LIVE,
      generation,
      lease,
      isLive: true,
      isHeard,
      missing,
      onHalted: (halted: HaltedStream) =>
        logger.error({ ...halted }, 'an event cannot be projected: its stream is halted until the service supports it'),
    });
    await resumeHaltedStreams({ projector, connection, log, lease, checkpoint: from, logger });
    const onMoved = (position: number): void => {
      progress.advance(position, lease);
      if (lease.shards > 1) mover.schedule();
    };
    const writer = openShardWriter({
      number: lease,
      projector,
      generation,
      from,
      batchSize,
      runLimited,
      onMoved,
      onJoined: announcer.announce,
    });
    onMoved(from);
    session.writer = writer;
    shared.onReady();
    const leaveAppends = log.accompany?.(writer);
    try {
      await hub.feed(writer, stopping.signal);
    } finally {
      leaveAppends?.();
    }
    await (session.isDrained ? writer.whenIdle() : writer.close());
    return 'ended';
  }

  /** The owner of the first shard makes the tables; the others wait for them. */
  async function prepareTables(
    lease: ShardLease,
  ): Promise<'newer' | 'unready' | { readonly missing: ReadonlySet<string> }> {
    const { bridges = false } = options;
    const isFirst = lease.shard === FIRST_SHARD;
    let shape = await readLiveShape(connection);
    if (isFirst && bridges && shape.kind === 'older' && (await bridgeTables(connection)))
      shape = await readLiveShape(connection);
    if (shape.kind === 'newer') {
      // Tables of a later version are kept up to date by that version: rows of this one would be incomplete.
      logger.warn({}, 'the read tables were made by a newer version of Grandlivre: this process does not project');
      shared.onReady();
      return 'newer';
    }
    const isBridged = bridges && shape.kind === 'usable';
    if (shape.kind !== 'own' && !isBridged) {
      if (!isFirst) return 'unready';
      await createTables(options, lease);
    }
    const missing = isBridged ? await findMissingTables(connection) : NOTHING;
    if (missing.size > 0 && isFirst)
      logger.warn({ tables: [...missing] }, 'some read tables cannot be used until they are rebuilt');
    // They are used until the new ones take their name, which ends this projection.
    if (isBridged && isFirst) shared.replace();
    return { missing };
  }

  const stop = ({ shard }: ShardLease, isDrained = false): void => {
    const session = sessions.get(shard);
    if (!session) return;
    session.isDrained = isDrained;
    session.stopping.abort();
  };
  const stopAll = async (): Promise<void> => {
    const all = [...sessions.values()];
    for (const { lease } of all) stop(lease);
    await Promise.all(all.map(({ ended }) => ended));
  };
  const start = (lease: ShardLease): void => {
    const session: Session = {
      lease,
      stopping: new AbortController(),
      isDrained: false,
      isLost: false,
      writer: null,
      ended: Promise.resolve(),
    };
    sessions.set(lease.shard, session);
    session.ended = runSession(session);
  };
  seat.onLost((lease) => {
    const session = sessions.get(lease.shard);
    if (session?.lease !== lease) return;
    session.isLost = true;
    session.stopping.abort();
  });

  /** All shards of this process at one position, and nothing on its way. */
  async function gatherAt(leases: readonly ShardLease[]): Promise<{ position: number; generation: string } | null> {
    const deadline = performance.now() + DIVIDE_MS;
    while (performance.now() < deadline && leases.every(({ shard }) => sessions.has(shard)) && !seat.isBroken) {
      const writers = listWriters().map(({ writer }) => writer);
      const [first] = writers;
      if (first && writers.length === leases.length && writers.every(({ given }) => given === first.given)) {
        const ended = [...sessions.values()].map((session) => session.ended);
        for (const lease of leases) stop(lease, true);
        await Promise.all(ended);
        return writers.every(({ isIdle }) => isIdle) ? { position: first.given, generation: first.generation } : null;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return null;
  }

  return {
    list: () => [...sessions.values()].map(({ lease }) => lease),
    start,
    stop,
    stopAll,
    async redivide(shards) {
      await stopAll();
      const leases = await seat.claimAll();
      if (leases === null) return false;
      leases.forEach(start);
      const gathered = await gatherAt(leases);
      try {
        if (gathered === null) return false;
        await runInTransaction(connection, (client) => divideShards(client, { leases, shards, ...gathered }));
      } finally {
        await stopAll();
        await seat.releaseAll();
      }
      logger.info({ shards, before: leases.length }, 'the streams are divided into another number of shards');
      for (let shard = 0; shard < shards; shard += 1) progress.advance(gathered.position, { shard, shards });
      return true;
    },
    waitForEnd(milliseconds, signal) {
      return new Promise((resolve) => {
        const finish = (): void => {
          hasEnded = false;
          clearTimeout(timer);
          signal.removeEventListener('abort', finish);
          onEnd = () => undefined;
          resolve();
        };
        const timer = milliseconds === Infinity ? undefined : setTimeout(finish, milliseconds);
        signal.addEventListener('abort', finish, { once: true });
        onEnd = finish;
        if (signal.aborted || hasEnded) finish();
      });
    },
    getDelay: () => Math.max(0, delayUntil - performance.now()),
  };
}

const isReplaced = (seat: ProjectorSeat, lease: ShardLease): Promise<boolean> =>
  seat.holds(lease).then(
    (holds) => !holds,
    () => false,
  );

/** How often it is logged that the log is still unreachable. */
const TELL_AGAIN_MS = 30_000;

interface Absence {
  report(error: unknown): void;
  reset(): void;
}

/** An unreachable log is retried continuously: this is logged at once and then only from time to time. */
function trackAbsence(tell: (reason: string) => void): Absence {
  let toldAt = -Infinity;
  return {
    report(error) {
      if (performance.now() - toldAt < TELL_AGAIN_MS) return;
      toldAt = performance.now();
      tell(error instanceof Error ? error.message : String(error));
    },
    reset: () => void (toldAt = -Infinity),
  };
}

/** The tables were rebuilt, or another projector was faster: the checkpoint has moved, or the old tables are gone. */
function isExpected(error: unknown): boolean {
  return ['GL001', '42P01', '3F000'].includes(String((error as { code?: unknown }).code));
}
