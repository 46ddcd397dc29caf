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

interface GuardState extends GuardOptions {
  /** Identity of the log; null until it has been identified. */
  id: string | null;
  recognising: Promise<string> | null;
  destination: string | null;
  /** The pause for which this process has confirmed that it has stopped writing. */
  letGoFor: string | null;
  /** Number of appends under way. */
  writing: number;
  isLooking: boolean;
  isAskedAgain: boolean;
  isClosed: boolean;
  timer: NodeJS.Timeout | undefined;
}

/** @param mayBeAway a remote log may be unavailable at startup; it is then identified when first needed. */
export async function guardLog(options: GuardOptions, mayBeAway: boolean): Promise<GuardedLog> {
  const { notifications, logger } = options;
  const guard: GuardState = {
    ...options,
    id: null,
    recognising: null,
    destination: null,
    letGoFor: null,
    writing: 0,
    isLooking: false,
    isAskedAgain: false,
    isClosed: false,
    timer: undefined,
  };
  await ensureRecognised(guard).catch((error: unknown) => {
    if (!mayBeAway || options.isWrongLog(error)) throw error;
    logger.warn({ err: error }, 'event log unavailable; its identity will be checked on reconnect');
  });
  await checkState(guard);
  void checkStateAgain(guard);
  const unsubscribe = [
    notifications.on(LOG_CHANNEL, () => void checkStateAgain(guard)),
    notifications.onReconnect(() => void checkStateAgain(guard)),
  ];
  return {
    log: wrapLog(guard),
    getDestination: () => guard.destination,
    close() {
      guard.isClosed = true;
      clearTimeout(guard.timer);
      unsubscribe.forEach((stop) => stop());
    },
  };
}

function wrapLog(guard: GuardState): EventLog {
  const { log } = guard;
  return {
    maxAppendBytes: log.maxAppendBytes,
    hasGaplessPositions: log.hasGaplessPositions,
    async append(request) {
      if (guard.id === null) await ensureRecognisedLate(guard);
      if (guard.destination !== null) throw new LogMoving(guard.destination);
      guard.writing += 1;
      try {
        return await log.append(request);
      } finally {
        guard.writing -= 1;
      }
    },
    readStream: (stream, how) =>
      guard.id === null ? readLate(guard, () => log.readStream(stream, how)) : log.readStream(stream, how),
    readStored: (stream, from) =>
      guard.id === null ? readLate(guard, () => log.readStored(stream, from)) : log.readStored(stream, from),
    readAll: (after, size) =>
      guard.id === null ? readLate(guard, () => log.readAll(after, size)) : log.readAll(after, size),
    follow: (after, how) => (guard.id === null ? followLate(guard, after, how) : log.follow(after, how)),
    async readHead() {
      if (guard.id === null) await ensureRecognisedLate(guard);
      return log.readHead();
    },
    async findEventAt(position) {
      if (guard.id === null) await ensureRecognisedLate(guard);
      return log.findEventAt(position);
    },
    ...(log.accompany && { accompany: (companion) => log.accompany!(companion) }),
    close: () => log.close(),
  };
}

async function ensureRecognised(guard: GuardState): Promise<void> {
  if (guard.id !== null) return;
  guard.recognising ??= guard.recognise().finally(() => (guard.recognising = null));
  guard.id = await guard.recognising;
}

/** After startup, a wrong log can only be reported by ending the process. */
async function ensureRecognisedLate(guard: GuardState): Promise<void> {
  try {
    await ensureRecognised(guard);
  } catch (error) {
    if (!guard.isWrongLog(error)) throw error;
    guard.onFatal?.(error);
    throw new LogUnavailable(error);
  }
}

async function* readLate<T>(guard: GuardState, read: () => AsyncIterable<T>): AsyncGenerator<T> {
  await ensureRecognisedLate(guard);
  yield* read();
}

/** Waits for an unavailable log, like every follower. */
async function* followLate(
  guard: GuardState,
  after: number,
  how: FollowOptions,
): AsyncGenerator<readonly RecordedEvent[]> {
  while (guard.id === null && !how.signal.aborted) {
    await ensureRecognisedLate(guard).catch((error: unknown) => how.onInterruption?.(error));
    if (guard.id === null) await pause(LOOK_WHILE_MOVING_MS, undefined, { signal: how.signal }).catch(() => undefined);
  }
  if (!how.signal.aborted) yield* guard.log.follow(after, how);
}

async function checkState(guard: GuardState): Promise<void> {
  const { rows } = await guard.pool.query<State>({
    name: 'log-state',
    text: `SELECT id, moving_to, pause, moving_to IS NOT NULL AND (successor IS NOT NULL OR ${buildIsConnectedSql('mover')}) AS is_moving FROM ops.log`,
  });
  const state = rows[0]!;
  if (guard.id !== null && state.id !== null && state.id !== guard.id) {
    guard.destination ??= 'another place';
    guard.logger.error({}, 'read tables now belong to another log; shutting down');
    return guard.onFatal?.(new Error('The log was moved: restart with its new settings'));
  }
  guard.destination = state.is_moving ? state.moving_to : null;
  if (guard.destination === null) guard.letGoFor = null;
  else if (guard.letGoFor !== state.pause && guard.writing === 0) {
    await guard.pool.query(
      'INSERT INTO ops.log_pauses (process_id, pause) VALUES ($1, $2) ON CONFLICT (process_id) DO UPDATE SET pause = excluded.pause',
      [guard.processId, state.pause],
    );
    guard.letGoFor = state.pause;
  }
}

async function checkStateAgain(guard: GuardState): Promise<void> {
  guard.isAskedAgain = true;
  if (guard.isLooking) return;
  guard.isLooking = true;
  clearTimeout(guard.timer);
  while (guard.isAskedAgain && !guard.isClosed) {
    guard.isAskedAgain = false;
    await checkState(guard).catch(() => undefined);
  }
  guard.isLooking = false;
  if (guard.isClosed) return;
  const isWaiting = guard.destination !== null && guard.letGoFor === null;
  const nextMs = isWaiting ? LOOK_WHILE_WRITING_MS : guard.destination === null ? LOOK_MS : LOOK_WHILE_MOVING_MS;
  guard.timer = setTimeout(() => void checkStateAgain(guard), nextMs);
  guard.timer.unref();
}
