import type pg from 'pg';
import { runInTransaction } from '../database/dedicated-connection.ts';
import type { Pulse } from '../database/unresponsive-server.ts';
import type { EventLog, RecordedEvent } from '../eventlog/port.ts';
import { BEGINNING, LogUnavailable } from '../eventlog/port.ts';
import type { Progress } from '../projections/engine/progress.ts';
import { rebuildReadTables } from '../projections/engine/rebuild.ts';
import { createReadIndexes, createReadSchema, LIVE, readPartitions } from '../projections/engine/schema.ts';
import { adoptTables, LeaseLost, requireLease, type ShardLease } from '../projections/engine/shards.ts';
import { createPool, RELAXED } from '../database/pool.ts';
import { AlreadyUnderWay } from '../projections/engine/exclusive-work.ts';
import { bridgeTables } from '../projections/engine/earlier-tables.ts';
import { findMissingTables } from '../projections/engine/live-tables.ts';
import { readLiveShape } from '../projections/engine/shapes.ts';
import { pause } from './pause.ts';
import { openProjectorSeat, type ProjectorSeat } from './projector-seat.ts';
import { createProjector, type Projector, type ProjectorOptions } from '../projections/engine/projector.ts';
import type { HaltedStream } from '../projections/engine/batch-statement.ts';

/** Runs the projector: one at a time across all processes, from its checkpoint, again after every interruption. */

export interface ProjectorRunner {
  /** Resolves when this process has taken over the projection, or sees that another one is projecting. */
  readonly ready: Promise<void>;
  readonly isActive: boolean;
  stop(): Promise<void>;
}

export interface RunnerOptions {
  readonly databaseUrl: string;
  /** When it is lost, so is the right to project. */
  readonly pulse?: Pulse;
  /** Whether other processes wait for progress notifications; default: true. */
  readonly isHeard?: () => boolean;
  /** Commits without waiting for the disk. */
  readonly connection: pg.Pool;
  readonly log: EventLog;
  readonly progress: Progress;
  readonly logger: RunnerLogger;
  readonly batchSize?: number;
  /** Whether tables of an earlier version may be used until those of this version are built; otherwise they are built first. */
  readonly bridges?: boolean;
  /** Number of partitions of tables that do not exist yet. */
  readonly partitions?: number | undefined;
}

export interface RunnerLogger {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

const RETRY_MS = 150;
/** An unreachable server may be back at any moment. */
const AWAY_RETRY_MS = 50;
/** How often an older version checks whether the tables are its own again. */
const NEWER_LOOK_MS = 5_000;
/** Delay before tables that could not be built, or are being built elsewhere, are checked again. */
const REPLACE_RETRY_MS = 1_000;
const HELD_BATCH = 500;

export function runProjector(options: RunnerOptions): ProjectorRunner {
  const { logger } = options;
  const stopping = new AbortController();
  let isActive: () => boolean = () => false;
  let announceReady: () => void;
  const ready = new Promise<void>((resolve) => (announceReady = resolve));
  let replacing: Promise<void> | null = null;
  /** Builds the tables of this version beside those in use, one build at a time. */
  const startReplacement = (): void => {
    replacing ??= replaceTables(options, stopping.signal).finally(() => (replacing = null));
  };
  const away = trackAbsence((reason) =>
    logger.warn({ reason }, 'event log unreachable; the projector is waiting for it'),
  );

  /** Projects while the lease lasts. Returns how long to wait before the next attempt. */
  async function projectWithLease(seat: ProjectorSeat, lease: ShardLease): Promise<number> {
    const session = new AbortController();
    seat.onLost(() => session.abort());
    const signal = AbortSignal.any([stopping.signal, session.signal]);
    try {
      isActive = () => seat.isCertain(lease);
      const given = { lease, signal, onReady: announceReady, replace: startReplacement, away };
      return (await projectFromCheckpoint(options, given)) === 'newer' ? NEWER_LOOK_MS : 0;
    } catch (error) {
      if (error instanceof LogUnavailable) away.report(error.cause);
      // Whatever failed, the new owner continues.
      else if (await isReplaced(seat, lease))
        logger.info({ shard: lease.shard }, 'another process has taken over the projection');
      else {
        const tell = isExpected(error) ? logger.warn.bind(logger) : logger.error.bind(logger);
        tell({ err: error }, 'the projection was interrupted and will restart from its checkpoint');
      }
      return RETRY_MS;
    } finally {
      isActive = () => false;
      await seat.release(lease);
    }
  }

  async function standBy(): Promise<void> {
    await replaceBesideAnother(options, startReplacement).catch((error: unknown) =>
      logger.warn({ err: error }, 'the read tables cannot be inspected'),
    );
    announceReady();
  }

  /** Until it is stopped, or the connection breaks. */
  async function projectOrStandBy(seat: ProjectorSeat): Promise<void> {
    while (!stopping.signal.aborted && !seat.isBroken) {
      const lease = await claimFirst(seat);
      if (lease === null) await standBy();
      // Without the lease, so that a newer version waiting for it can take over.
      await pause(lease === null ? RETRY_MS : await projectWithLease(seat, lease), stopping.signal);
    }
  }

  async function runUntilStopped(): Promise<void> {
    let isAway = false;
    while (!stopping.signal.aborted) {
      try {
        const seat = await openProjectorSeat(options.databaseUrl);
        isAway = false;
        const forget = options.pulse?.onLost(() => seat.abandon());
        try {
          await projectOrStandBy(seat);
        } finally {
          forget?.();
          await seat.close();
        }
      } catch (error) {
        // Logged once, because it is retried many times a second.
        if (!isAway) logger.warn({ err: error }, 'the projector cannot reach the database');
        isAway = true;
        await pause(AWAY_RETRY_MS, stopping.signal);
      }
    }
  }

  const running = runUntilStopped();
  return {
    ready,
    get isActive() {
      return isActive();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function claimFirst(seat: ProjectorSeat): Promise<ShardLease | null> {
  const [first] = await seat.listClaimable();
  return first ? seat.claim(first) : null;
}

const isReplaced = (seat: ProjectorSeat, lease: ShardLease): Promise<boolean> =>
  seat.holds(lease).then(
    (holds) => !holds,
    () => false,
  );

/**
 * Another process is projecting. If it is an earlier version, the tables of this version are built anyway: once they are
 * in use, the earlier version sees that they are not its own and stops.
 */
async function replaceBesideAnother({ connection, bridges }: RunnerOptions, replace: () => void): Promise<void> {
  const { kind } = await readLiveShape(connection);
  if (bridges !== true || (kind !== 'older' && kind !== 'usable')) return;
  if (kind === 'older') await bridgeTables(connection);
  replace();
}

interface Session {
  readonly lease: ShardLease;
  readonly signal: AbortSignal;
  readonly onReady: () => void;
  readonly replace: () => void;
  readonly away: Absence;
}

/** The server ends a transaction whose client stands still, before others wait for its locks. */
const BEGIN = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = 3000`;

async function projectFromCheckpoint(
  options: RunnerOptions,
  { lease, signal, onReady, replace, away }: Session,
): Promise<'newer' | 'ended'> {
  const { connection, isHeard = () => true, log, progress, logger, batchSize, bridges = false } = options;
  let shape = await readLiveShape(connection);
  if (bridges && shape.kind === 'older' && (await bridgeTables(connection))) shape = await readLiveShape(connection);
  if (shape.kind === 'newer') {
    // Tables of a later version are kept up to date by that version: rows of this one would be incomplete.
    logger.warn({}, 'the read tables were made by a newer version of Grandlivre: this process does not project');
    onReady();
    return 'newer';
  }
  const isBridged = bridges && shape.kind === 'usable';
  if (shape.kind !== 'own' && !isBridged) await createTables(options, lease);
  const { position: from, generation } = await adoptTables(connection, lease);
  const missing = isBridged ? await findMissingTables(connection) : NOTHING;
  if (missing.size > 0) logger.warn({ tables: [...missing] }, 'some read tables cannot be used until they are rebuilt');
  // They are used until the new ones take their name, which ends this projection.
  if (isBridged) replace();
  const onHalted = (halted: HaltedStream): void =>
    logger.error({ ...halted }, 'an event cannot be projected: its stream is halted until the service supports it');
  const transact: ProjectorOptions['transact'] = (work) => runInTransaction(connection, work, BEGIN);
  const projector = createProjector({
    connection,
    transact,
    schema: LIVE,
    generation,
    lease,
    isLive: true,
    isHeard,
    missing,
    onHalted,
  });
  await resumeHaltedStreams({ projector, connection, log, lease, checkpoint: from, logger });
  let position = from;
  progress.advance(position);
  onReady();
  const onInterruption = (error: unknown): void => away.report(error);
  for await (const events of log.follow(position, { signal, batchSize: batchSize ?? 500, onInterruption })) {
    away.reset();
    await projector.project(events, position, (moved) => progress.advance(moved));
    position = events.at(-1)!.position;
  }
  return 'ended';
}

const NOTHING: ReadonlySet<string> = new Set();

/** Retries until tables of this version are in use, whichever process built them. */
async function replaceTables(options: RunnerOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await replaceOnce(options, signal);
    const kind = await readLiveShape(options.connection).then(
      (shape) => shape.kind,
      () => 'unknown',
    );
    if (kind === 'own' || kind === 'newer') return;
    await pause(REPLACE_RETRY_MS, signal);
  }
}

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

/** Builds tables of the current shape beside those in use, on separate connections, and swaps them. */
async function replaceOnce({ databaseUrl, log, logger }: RunnerOptions, signal: AbortSignal): Promise<void> {
  const aside = createPool(databaseUrl, {
    max: 4,
    applicationName: 'grandlivre-rebuild',
    settings: RELAXED,
    onError: (error) => logger.warn({ err: error }, 'a connection used to build tables broke'),
  });
  try {
    logger.info({}, 'rebuilding the read tables for this version; the earlier ones are served meanwhile');
    const report = await rebuildReadTables(aside, log);
    logger.info({ ...report }, 'the read tables of this version are now in use');
  } catch (error) {
    if (!(error instanceof AlreadyUnderWay) && !signal.aborted)
      logger.error({ err: error }, 'the read tables could not be rebuilt; the earlier ones are still served');
  } finally {
    await aside.end().catch(() => undefined);
  }
}

async function createTables({ connection, log, logger, partitions }: RunnerOptions, lease: ShardLease): Promise<void> {
  if ((await log.readHead()) === BEGINNING) {
    // Another process that has taken over since then may have filled its own.
    await runInTransaction(connection, async (client) => {
      await requireLease(client, lease);
      await createReadSchema(client, LIVE, partitions);
    });
    await createReadIndexes(connection, LIVE);
  } else {
    logger.info({}, 'building the read tables from the event log');
    const number = (await readPartitions(connection)) ?? partitions;
    const report = await rebuildReadTables(connection, log, undefined, number);
    logger.info({ ...report }, 'the read tables have been built');
  }
}

interface HaltedResumption {
  readonly projector: Projector;
  readonly connection: pg.Pool;
  readonly log: EventLog;
  readonly lease: ShardLease;
  readonly checkpoint: number;
  readonly logger: RunnerLogger;
}

/** A process that has taken over since then holds the stream at its own checkpoint. */
const END_HALT = `
  DELETE FROM ops.halted_streams WHERE stream = $1 AND next_revision = $2
  AND EXISTS (SELECT FROM ops.projector_shards WHERE shard = $3 AND fence = $4 FOR NO KEY UPDATE)`;

/** A halted stream may be supported now: its events up to the checkpoint are projected before anything else. */
async function resumeHaltedStreams({
  projector,
  connection,
  log,
  lease,
  checkpoint,
  logger,
}: HaltedResumption): Promise<void> {
  const { rows } = await connection.query<HaltedStream>(
    'SELECT stream, next_revision, position, error FROM ops.halted_streams ORDER BY stream',
  );
  projector.halt(rows.map(({ stream }) => stream));
  for (const { stream, next_revision } of rows) {
    let next = next_revision;
    try {
      for (
        let behind = await readHaltedEvents(log, stream, next, checkpoint);
        behind.length > 0;
        behind = await readHaltedEvents(log, stream, next, checkpoint)
      ) {
        for (const event of behind) {
          await projector.projectHalted([event]);
          next = event.revision + 1;
        }
      }
      const { rowCount } = await connection.query(END_HALT, [stream, next, lease.shard, lease.fence]);
      if (rowCount === 0) throw new LeaseLost(lease.shard);
      projector.resume(stream);
      logger.info({ stream }, 'the stream is projected again');
    } catch (error) {
      logger.error({ stream, revision: next, err: error }, 'the stream stays held');
    }
  }
}

async function readHaltedEvents(
  log: EventLog,
  stream: string,
  from: number,
  checkpoint: number,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of log.readStream(stream, { from, limit: HELD_BATCH }))
    if (event.position <= checkpoint) events.push(event);
  return events;
}

/** The tables were rebuilt, or another projector was faster: the checkpoint has moved, or the old tables are gone. */
function isExpected(error: unknown): boolean {
  return ['GL001', '42P01', '3F000'].includes(String((error as { code?: unknown }).code));
}
