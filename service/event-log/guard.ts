import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { isConnected } from '../../database/live-processes.ts';
import type { Notifications } from '../../database/notifications.ts';
import { LogUnavailable, type EventLog, type FollowOptions, type RecordedEvent } from '../../eventlog/port.ts';
import { LogMoving } from '../../eventlog/register.ts';
import type { RunnerLogger } from '../../workers/projector.ts';

/**
 * Stands before the log. Nothing passes until it is known which log it is, and nothing is written while it is copied elsewhere:
 * whoever copies waits until every process has said that it has let go, and a process that copies and dies gives it back.
 */
export interface GuardedLog {
  readonly log: EventLog;
  /** Where the log is being moved to; null: nowhere. */
  destination(): string | null;
  close(): void;
}

/** Told whenever something is different in `ops.log`. */
export const LOG_CHANNEL = 'grandlivre_log';

/** Notifications can be lost; a process that copies can die at any moment. */
const LOOK_MS = 5_000;
const LOOK_WHILE_MOVING_MS = 1_000;
const LOOK_WHILE_WRITING_MS = 20;

interface GuardOptions {
  readonly log: EventLog;
  readonly processId: string;
  /** For looks, also while requests are held up. */
  readonly pool: pg.Pool;
  readonly notifications: Notifications;
  /** Which log it is. @throws when it is the wrong one, or cannot be reached */
  readonly recognise: () => Promise<string>;
  readonly isWrongLog: (error: unknown) => boolean;
  readonly logger: RunnerLogger;
  /** A process that works with a log which the tables no longer belong to is of no more use. */
  readonly onFatal?: ((error: unknown) => void) | undefined;
}

interface State {
  readonly id: string | null;
  readonly moving_to: string | null;
  readonly pause: string | null;
  readonly is_moving: boolean;
}

/** @param mayBeAway a log elsewhere may be away at the start: then it is recognised when it is first needed. */
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

  async function recognised(): Promise<void> {
    if (id !== null) return;
    recognising ??= options.recognise().finally(() => (recognising = null));
    id = await recognising;
  }
  /** Behind the start nobody hears what is thrown, except by the end of the process. */
  async function recognisedLate(): Promise<void> {
    try {
      await recognised();
    } catch (error) {
      if (!options.isWrongLog(error)) throw error;
      options.onFatal?.(error);
      throw new LogUnavailable(error);
    }
  }

  async function look(): Promise<void> {
    const { rows } = await pool.query<State>({
      name: 'log-state',
      text: `SELECT id, moving_to, pause, moving_to IS NOT NULL AND (successor IS NOT NULL OR ${isConnected('mover')}) AS is_moving FROM ops.log`,
    });
    const state = rows[0]!;
    if (id !== null && state.id !== null && state.id !== id) {
      destination ??= 'another place';
      logger.error({}, 'the read tables belong to another log now: this process ends');
      return options.onFatal?.(new Error('The log was moved: start anew with its new settings'));
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
  const lookAgain = async (): Promise<void> => {
    isAskedAgain = true;
    if (isLooking) return;
    isLooking = true;
    clearTimeout(timer);
    while (isAskedAgain && !isClosed) {
      isAskedAgain = false;
      await look().catch(() => undefined);
    }
    isLooking = false;
    if (isClosed) return;
    const isWaiting = destination !== null && letGoFor === null;
    const nextMs = isWaiting ? LOOK_WHILE_WRITING_MS : destination === null ? LOOK_MS : LOOK_WHILE_MOVING_MS;
    timer = setTimeout(() => void lookAgain(), nextMs);
    timer.unref();
  };

  await recognised().catch((error: unknown) => {
    if (!mayBeAway || options.isWrongLog(error)) throw error;
    logger.warn({ err: error }, 'the event log is away: which one it is, is found out when it is back');
  });
  await look();
  void lookAgain();
  const unsubscribe = [
    notifications.on(LOG_CHANNEL, () => void lookAgain()),
    notifications.onReconnect(() => void lookAgain()),
  ];

  const guarded: EventLog = {
    maxAppendBytes: log.maxAppendBytes,
    ...(log.maxPackedBytes !== undefined && { maxPackedBytes: log.maxPackedBytes }),
    hasGaplessPositions: log.hasGaplessPositions,
    async append(request) {
      if (id === null) await recognisedLate();
      if (destination !== null) throw new LogMoving(destination);
      writing += 1;
      try {
        return await log.append(request);
      } finally {
        writing -= 1;
      }
    },
    readStream: (stream, how) => (id === null ? late(() => log.readStream(stream, how)) : log.readStream(stream, how)),
    readStored: (stream, from) =>
      id === null ? late(() => log.readStored(stream, from)) : log.readStored(stream, from),
    readAll: (after, size) => (id === null ? late(() => log.readAll(after, size)) : log.readAll(after, size)),
    follow: (after, how) => (id === null ? followLate(after, how) : log.follow(after, how)),
    async head() {
      if (id === null) await recognisedLate();
      return log.head();
    },
    async eventAt(position) {
      if (id === null) await recognisedLate();
      return log.eventAt(position);
    },
    close: () => log.close(),
  };

  async function* late<T>(read: () => AsyncIterable<T>): AsyncGenerator<T> {
    await recognisedLate();
    yield* read();
  }
  /** Waits for a log that is away, as every follower does. */
  async function* followLate(after: number, how: FollowOptions): AsyncGenerator<readonly RecordedEvent[]> {
    while (id === null && !how.signal.aborted) {
      await recognisedLate().catch((error: unknown) => how.onInterruption?.(error));
      if (id === null) await pause(LOOK_WHILE_MOVING_MS, undefined, { signal: how.signal }).catch(() => undefined);
    }
    if (!how.signal.aborted) yield* log.follow(after, how);
  }

  return {
    log: guarded,
    destination: () => destination,
    close() {
      isClosed = true;
      clearTimeout(timer);
      unsubscribe.forEach((stop) => stop());
    },
  };
}
