import type pg from 'pg';
import { inTransaction } from '../database/dedicated-connection.ts';
import type { Pulse } from '../database/unresponsive-server.ts';
import type { EventLog, RecordedEvent } from '../eventlog/port.ts';
import { BEGINNING, LogUnavailable } from '../eventlog/port.ts';
import type { Progress } from '../projections/engine/progress.ts';
import { rebuild } from '../projections/engine/rebuild.ts';
import { createReadIndexes, createReadSchema, LIVE, liveStanding } from '../projections/engine/schema.ts';
import { createPool, RELAXED } from '../database/pool.ts';
import { AlreadyUnderWay } from '../projections/engine/exclusive-work.ts';
import { bridgeTables } from '../projections/engine/earlier-tables.ts';
import { missingTables } from '../projections/engine/live-tables.ts';
import { liveShape } from '../projections/engine/shapes.ts';
import { pause } from './pause.ts';
import { takeLock } from './projector-lock.ts';
import { createProjector, type Projector, type ProjectorOptions } from '../projections/engine/projector.ts';
import type { HaltedStream } from '../projections/engine/batch-statement.ts';

/** Runs the projector: one at a time over all processes, from its checkpoint, again after every interruption. */

export interface ProjectorRunner {
  /** Resolves when this process has taken over the projection, or sees that another one works. */
  readonly ready: Promise<void>;
  readonly isActive: boolean;
  stop(): Promise<void>;
}

export interface RunnerOptions {
  readonly databaseUrl: string;
  /** When it is lost, so is the right to project. */
  readonly pulse?: Pulse;
  /** Whether other processes wait to hear how far the tables are; unless told, they do. */
  readonly isHeard?: () => boolean;
  /** Commits without waiting for the disk. */
  readonly connection: pg.Pool;
  readonly log: EventLog;
  readonly progress: Progress;
  readonly logger: RunnerLogger;
  readonly batchSize?: number;
  /** Whether tables of an earlier version may serve until those of this one are made; else they are made first. */
  readonly bridges?: boolean;
}

export interface RunnerLogger {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

const RETRY_MS = 150;
/** A server that is away may be back at any moment. */
const AWAY_RETRY_MS = 50;
/** How often an older version looks whether the tables are its own again. */
const NEWER_LOOK_MS = 5_000;
/** How long until tables that could not be made, or that someone else makes, are looked at again. */
const REPLACE_RETRY_MS = 1_000;
const HELD_BATCH = 500;

export function runProjector(options: RunnerOptions): ProjectorRunner {
  const { logger } = options;
  const stopping = new AbortController();
  let isActive = false;
  let announceReady: () => void;
  const ready = new Promise<void>((resolve) => (announceReady = resolve));
  let replacing: Promise<void> | null = null;
  /** Tables of this version are made beside those that are in use, by one at a time. */
  const replace = (): void => {
    replacing ??= replaceTables(options, stopping.signal).finally(() => (replacing = null));
  };
  const away = absence((reason) => logger.warn({ reason }, 'the event log is away; the projector waits for it'));

  async function run(): Promise<void> {
    let isAway = false;
    while (!stopping.signal.aborted) {
      const lock = await takeLock(options.databaseUrl).catch((error: unknown) => {
        // Once: it is tried many times a second.
        if (!isAway) logger.warn({ err: error }, 'the projector cannot reach the database');
        return null;
      });
      isAway = lock === null;
      if (lock === 'taken') {
        await besideAnother(options, replace).catch((error: unknown) =>
          logger.warn({ err: error }, 'the read tables cannot be looked at'),
        );
        announceReady();
      }
      if (lock === null || lock === 'taken') {
        await pause(lock === null ? AWAY_RETRY_MS : RETRY_MS, stopping.signal);
        continue;
      }
      const session = new AbortController();
      lock.onLost(() => session.abort());
      const forget = options.pulse?.onLost(() => session.abort());
      let waitMs = 0;
      try {
        isActive = true;
        const signal = AbortSignal.any([stopping.signal, session.signal]);
        if ((await project(options, signal, announceReady, replace, away)) === 'newer') waitMs = NEWER_LOOK_MS;
      } catch (error) {
        const tell = isExpected(error) ? logger.warn.bind(logger) : logger.error.bind(logger);
        if (error instanceof LogUnavailable) away.tell(error.cause);
        else tell({ err: error }, 'the projection was interrupted and starts again from its checkpoint');
        waitMs = RETRY_MS;
      } finally {
        isActive = false;
        forget?.();
        await lock.release();
      }
      // Without the lock: a newer version that waits for it takes over now.
      if (waitMs > 0) await pause(waitMs, stopping.signal);
    }
  }

  const running = run();
  return {
    ready,
    get isActive() {
      return isActive;
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Another process projects. When it is of an earlier version, tables of this one are made all the same: once they are in
 * use, the earlier one sees that they are not its own and lets go.
 */
async function besideAnother({ connection, bridges }: RunnerOptions, replace: () => void): Promise<void> {
  const { kind } = await liveShape(connection);
  if (bridges !== true || (kind !== 'older' && kind !== 'usable')) return;
  if (kind === 'older') await bridgeTables(connection);
  replace();
}

async function project(
  options: RunnerOptions,
  signal: AbortSignal,
  onReady: () => void,
  replace: () => void,
  away: Absence,
): Promise<'newer' | 'ended'> {
  const { connection, isHeard = () => true, log, progress, logger, batchSize, bridges = false } = options;
  let shape = await liveShape(connection);
  if (bridges && shape.kind === 'older' && (await bridgeTables(connection))) shape = await liveShape(connection);
  if (shape.kind === 'newer') {
    // What a later version has made is for that version to keep up to date: rows of this one would be incomplete.
    logger.warn({}, 'the read tables were made by a newer version of Grandlivre: this process does not project');
    onReady();
    return 'newer';
  }
  const isBridged = bridges && shape.kind === 'usable';
  const { position: from, generation } =
    shape.kind === 'own' || (bridges && shape.kind === 'usable')
      ? shape.standing
      : await makeTables(connection, log, logger);
  const missing = isBridged ? await missingTables(connection) : NOTHING;
  if (missing.size > 0) logger.warn({ tables: [...missing] }, 'read tables that cannot be used until they are made');
  // They serve until the new ones have taken their name, which ends this projection.
  if (isBridged) replace();
  const onHalted = (halted: HaltedStream): void =>
    logger.error({ ...halted }, 'an event cannot be projected: its stream is held until the service understands it');
  const transact: ProjectorOptions['transact'] = (work) => inTransaction(connection, work);
  const projector = createProjector({
    ...{ connection, transact, schema: LIVE, generation, isLive: true, isHeard, missing, onHalted },
  });
  await resumeHeldStreams(projector, connection, log, from, logger);
  let position = from;
  progress.advance(position);
  onReady();
  const onInterruption = (error: unknown): void => away.tell(error);
  for await (const events of log.follow(position, { signal, batchSize: batchSize ?? 500, onInterruption })) {
    away.end();
    await projector.project(events, position, (moved) => progress.advance(moved));
    position = events.at(-1)!.position;
  }
  return 'ended';
}

const NOTHING: ReadonlySet<string> = new Set();

/** Until tables of this version are in use, whoever has made them. */
async function replaceTables(options: RunnerOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await replaceOnce(options, signal);
    const kind = await liveShape(options.connection).then(
      (shape) => shape.kind,
      () => 'unknown',
    );
    if (kind === 'own' || kind === 'newer') return;
    await pause(REPLACE_RETRY_MS, signal);
  }
}

/** How often it is said that the log is still away. */
const TELL_AGAIN_MS = 30_000;

interface Absence {
  tell(error: unknown): void;
  end(): void;
}

/** A log that is away is tried again and again: that is said at once and then now and then, not each time. */
function absence(tell: (reason: string) => void): Absence {
  let toldAt = -Infinity;
  return {
    tell(error) {
      if (performance.now() - toldAt < TELL_AGAIN_MS) return;
      toldAt = performance.now();
      tell(error instanceof Error ? error.message : String(error));
    },
    end: () => void (toldAt = -Infinity),
  };
}

/** Makes tables of today's shape beside those that are in use, on connections of its own, and swaps. */
async function replaceOnce({ databaseUrl, log, logger }: RunnerOptions, signal: AbortSignal): Promise<void> {
  const aside = createPool(databaseUrl, {
    ...{ max: 4, applicationName: 'grandlivre-rebuild', settings: RELAXED },
    onError: (error) => logger.warn({ err: error }, 'a connection that makes tables broke'),
  });
  try {
    logger.info({}, 'the read tables are made anew for this version; those of the earlier one serve meanwhile');
    const report = await rebuild(aside, log);
    logger.info({ ...report }, 'the read tables of this version are in use');
  } catch (error) {
    if (!(error instanceof AlreadyUnderWay) && !signal.aborted)
      logger.error({ err: error }, 'the read tables could not be made anew; those of the earlier version serve');
  } finally {
    await aside.end().catch(() => undefined);
  }
}

async function makeTables(connection: pg.Pool, log: EventLog, logger: RunnerLogger) {
  if ((await log.head()) === BEGINNING) {
    await createReadSchema(connection, LIVE);
    await createReadIndexes(connection, LIVE);
  } else {
    logger.info({}, 'the read tables are made from the log');
    const report = await rebuild(connection, log);
    logger.info({ ...report }, 'the read tables are made');
  }
  return (await liveStanding(connection))!;
}

/** A stream that was held may be digestible now: its events up to the checkpoint are caught up before all else. */
async function resumeHeldStreams(
  projector: Projector,
  connection: pg.Pool,
  log: EventLog,
  checkpoint: number,
  logger: RunnerLogger,
): Promise<void> {
  const { rows } = await connection.query<HaltedStream>(
    'SELECT stream, next_revision, position, error FROM ops.halted_streams ORDER BY stream',
  );
  projector.halt(rows.map(({ stream }) => stream));
  for (const { stream, next_revision } of rows) {
    let next = next_revision;
    try {
      for (
        let behind = await readBehind(log, stream, next, checkpoint);
        behind.length > 0;
        behind = await readBehind(log, stream, next, checkpoint)
      ) {
        for (const event of behind) {
          await projector.projectHalted([event]);
          next = event.revision + 1;
        }
      }
      await connection.query('DELETE FROM ops.halted_streams WHERE stream = $1', [stream]);
      projector.resume(stream);
      logger.info({ stream }, 'the stream is projected again');
    } catch (error) {
      logger.error({ stream, revision: next, err: error }, 'the stream stays held');
    }
  }
}

async function readBehind(log: EventLog, stream: string, from: number, checkpoint: number): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of log.readStream(stream, { from, limit: HELD_BATCH }))
    if (event.position <= checkpoint) events.push(event);
  return events;
}

/** The tables were made anew, or another projector was faster: the checkpoint has moved, or the old tables are gone. */
function isExpected(error: unknown): boolean {
  return ['GL001', '42P01', '3F000'].includes(String((error as { code?: unknown }).code));
}
