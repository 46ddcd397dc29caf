import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { buildIsConnectedSql } from '../../database/live-processes.ts';
import type { Notifications } from '../../database/notifications.ts';
import { LogUnavailable, type EventLog, type FollowOptions, type RecordedEvent } from '../../eventlog/port.ts';
import { LogMoving } from '../../eventlog/register.ts';
import type { RunnerLogger } from '../../workers/projector.ts';

/**
 * Wraps the event log. Refuses every call until the log has been identified, and every write while the log is being
 * copied elsewhere. The copying process waits until every process has confirmed that it has stopped writing; if it dies,
 * writing resumes.
 */
export interface GuardedLog {
  readonly log: EventLog;
  /** Where the log is being moved to; null if it is not being moved. */
  getDestination(): string | null;
  close(): void;
}

/** Notified whenever `ops.log` changes. */
export const LOG_CHANNEL = 'grandlivre_log';

/** Polling intervals: notifications can be lost, and a copying process can die at any moment. */
const LOOK_MS = 5_000;
const LOOK_WHILE_MOVING_MS = 1_000;
const LOOK_WHILE_WRITING_MS = 20;

interface GuardOptions {
  readonly log: EventLog;
  readonly processId: string;
  /** For checks, even while requests are delayed. */
  readonly pool: pg.Pool;
  readonly notifications: Notifications;
  /** Identifies the log. @throws if it is the wrong one, or cannot be reached */
  readonly recognise: () => Promise<string>;
  readonly isWrongLog: (error: unknown) => boolean;
  readonly logger: RunnerLogger;
  /** Called when the tables no longer belong to the log of this process, which then cannot continue. */
  readonly onFatal?: ((error: unknown) => void) | undefined;
}

interface State {
  readonly id: string | null;
  readonly moving_to: string | null;
  readonly pause: string | null;
  readonly is_moving: boolean;
}

/** @param mayBeAway a remote log may be unavailable at startup; it is then identified when first needed. */
export async function guardLog(options: GuardOptions, mayBeAway: boolean): Promise<GuardedLog> {
  const { log, pool, processId, notifications, logger } = options;
  let id: string | null = null;
  let recognising: Promise<string> | null = null;
  let destination: string | null = null;
  let letGoFor: string | null = null;
  let writing = 0;
  let isLooking = false;
  let isAskedAgain = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function ensureRecognised(): Promise<void> {
    if (id !== null) return;
    recognising ??= options.recognise().finally(() => (recognising = null));
    id = await recognising;
  }
  /** After startup, a wrong log can only be reported by ending the process. */
  async function ensureRecognisedLate(): Promise<void> {
    try {
      await ensureRecognised();
    } catch (error) {
      if (!options.isWrongLog(error)) throw error;
      options.onFatal?.(error);
      throw new LogUnavailable(error);
    }
  }

  async function checkState(): Promise<void> {
    const { rows } = await pool.query<State>({
      name: 'log-state',
      text: `SELECT id, moving_to, pause, moving_to IS NOT NULL AND (successor IS NOT NULL OR ${buildIsConnectedSql('mover')}) AS is_moving FROM ops.log`,
    });
    const state = rows[0]!;
    if (id !== null && state.id !== null && state.id !== id) {
      destination ??= 'another place';
      logger.error({}, 'read tables now belong to another log; shutting down');
      return options.onFatal?.(new Error('The log was moved: restart with its new settings'));
    }
    destination = state.is_moving ? state.moving_to : null;
    if (destination === null) letGoFor = null;
    else if (letGoFor !== state.pause && writing === 0) {
      await pool.query(
        'INSERT INTO ops.log_pauses (process_id, pause) VALUES ($1, $2) ON CONFLICT (process_id) DO UPDATE SET pause = excluded.pause',
        [processId, state.pause],
      );
      letGoFor = state.pause;
    }
  }
  const checkStateAgain = async (): Promise<void> => {
    isAskedAgain = true;
    if (isLooking) return;
    isLooking = true;
    clearTimeout(timer);
    while (isAskedAgain && !isClosed) {
      isAskedAgain = false;
      await checkState().catch(() => undefined);
    }
    isLooking = false;
    if (isClosed) return;
    const isWaiting = destination !== null && letGoFor === null;
    const nextMs = isWaiting ? LOOK_WHILE_WRITING_MS : destination === null ? LOOK_MS : LOOK_WHILE_MOVING_MS;
    timer = setTimeout(() => void checkStateAgain(), nextMs);
    timer.unref();
  };

  await ensureRecognised().catch((error: unknown) => {
    if (!mayBeAway || options.isWrongLog(error)) throw error;
    logger.warn({ err: error }, 'event log unavailable; its identity will be checked on reconnect');
  });
  await checkState();
  void checkStateAgain();
  const unsubscribe = [
    notifications.on(LOG_CHANNEL, () => void checkStateAgain()),
    notifications.onReconnect(() => void checkStateAgain()),
  ];

  const guarded: EventLog = {
    maxAppendBytes: log.maxAppendBytes,
    ...(log.maxPackedBytes !== undefined && { maxPackedBytes: log.maxPackedBytes }),
    hasGaplessPositions: log.hasGaplessPositions,
    async append(request) {
      if (id === null) await ensureRecognisedLate();
      if (destination !== null) throw new LogMoving(destination);
      writing += 1;
      try {
        return await log.append(request);
      } finally {
        writing -= 1;
      }
    },
    readStream: (stream, how) =>
      id === null ? readLate(() => log.readStream(stream, how)) : log.readStream(stream, how),
    readStored: (stream, from) =>
      id === null ? readLate(() => log.readStored(stream, from)) : log.readStored(stream, from),
    readAll: (after, size) => (id === null ? readLate(() => log.readAll(after, size)) : log.readAll(after, size)),
    follow: (after, how) => (id === null ? followLate(after, how) : log.follow(after, how)),
    async readHead() {
      if (id === null) await ensureRecognisedLate();
      return log.readHead();
    },
    async findEventAt(position) {
      if (id === null) await ensureRecognisedLate();
      return log.findEventAt(position);
    },
    close: () => log.close(),
  };

  async function* readLate<T>(read: () => AsyncIterable<T>): AsyncGenerator<T> {
    await ensureRecognisedLate();
    yield* read();
  }
  /** Waits for an unavailable log, like every follower. */
  async function* followLate(after: number, how: FollowOptions): AsyncGenerator<readonly RecordedEvent[]> {
    while (id === null && !how.signal.aborted) {
      await ensureRecognisedLate().catch((error: unknown) => how.onInterruption?.(error));
      if (id === null) await pause(LOOK_WHILE_MOVING_MS, undefined, { signal: how.signal }).catch(() => undefined);
    }
    if (!how.signal.aborted) yield* log.follow(after, how);
  }

  return {
    log: guarded,
    getDestination: () => destination,
    close() {
      isClosed = true;
      clearTimeout(timer);
      unsubscribe.forEach((stop) => stop());
    },
  };
}
