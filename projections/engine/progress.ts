import type pg from 'pg';
import type { Notifications } from '../../database/notifications.ts';
import type { Pulse } from '../../database/unresponsive-server.ts';
import { BEGINNING } from '../../eventlog/port.ts';
import { PROJECTED_CHANNEL } from './batch-statement.ts';
import { readableStanding } from './shapes.ts';

/** How far the read tables are, so that an answer can wait until they show what it wrote. */
export interface Progress {
  readonly position: number;
  /**
   * Resolves once the tables have passed this position; `extraMs` is what it may take longer, and `latest` (as
   * `performance.now` tells it) when it must have come about, if that is sooner. @throws ProjectionDelayed
   */
  passed(position: number, extraMs?: number, latest?: number): Promise<void>;
  /** Reported by a projector in this process, at once; other processes hear it from the database. */
  advance(position: number): void;
  /** Told each time that the tables have moved on; must cost nothing worth speaking of. Gives back the way to stop listening. */
  onAdvance(handler: () => void): () => void;
  close(): void;
}

/** The write is safe in the log, but the tables did not follow in time. */
export class ProjectionDelayed extends Error {
  constructor(position: number) {
    super(`The read tables have not passed position ${position} in time`);
    this.name = 'ProjectionDelayed';
  }
}

const TIMEOUT_MS = 10_000;
/** Notifications can be lost with their connection: as long as someone waits, look at the table too. */
const LOOK_MS = 250;
/** After the connection was gone everybody waits at once, and what was told meanwhile was missed: look often for a while. */
const HURRIED_LOOK_MS = 50;
const HURRIED_MS = 2_000;

interface Waiter {
  readonly position: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly deadline: number;
}

export function trackProgress(
  pool: pg.Pool,
  notifications: Notifications,
  timeoutMs = TIMEOUT_MS,
  pulse?: Pulse,
): Progress {
  let position = BEGINNING;
  let waiters: Waiter[] = [];
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | null = null;
  let isLooking = false;
  let hurriedUntil = -Infinity;
  const untilNextLook = (): number => (performance.now() < hurriedUntil ? HURRIED_LOOK_MS : LOOK_MS);

  const advance = (to: number): void => {
    if (to <= position) return;
    position = to;
    for (const listener of listeners) listener();
    if (waiters.length === 0) return;
    const there = waiters.filter((waiter) => waiter.position <= to);
    waiters = waiters.filter((waiter) => waiter.position > to);
    for (const { resolve } of there) resolve();
  };
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const standing = await readableStanding(pool).catch(() => null);
    isLooking = false;
    if (standing) advance(standing.position);
  };
  /** A database that does not answer keeps nobody beyond their time. */
  const tick = (): void => {
    const now = performance.now();
    const late = waiters.filter(({ deadline }) => deadline <= now);
    waiters = waiters.filter(({ deadline }) => deadline > now);
    for (const waiter of late) waiter.reject(new ProjectionDelayed(waiter.position));
    timer = waiters.length > 0 ? setTimeout(tick, untilNextLook()) : null;
    if (timer) void look();
  };
  /** Nobody can tell how far the tables are as long as the server does not answer. */
  const refuseAll = (): void => {
    const all = waiters;
    waiters = [];
    for (const waiter of all) waiter.reject(new ProjectionDelayed(waiter.position));
  };
  const unsubscribe = [
    pulse?.onLost(refuseAll) ?? (() => undefined),
    notifications.on(PROJECTED_CHANNEL, (payload) => advance(Number(payload))),
    // The tables may be behind where they were: a server that crashed forgets the last commits that did not wait for the disk.
    notifications.onReconnect((wasLost) => {
      if (wasLost) position = BEGINNING;
      hurriedUntil = performance.now() + HURRIED_MS;
      void look();
    }),
  ];

  return {
    get position() {
      return position;
    },
    passed(requested, extraMs = 0, latest = Infinity) {
      if (requested <= position) return Promise.resolve();
      if (pulse?.isLost) return Promise.reject(new ProjectionDelayed(requested));
      return new Promise((resolve, reject) => {
        const deadline = Math.min(performance.now() + timeoutMs, latest) + extraMs;
        waiters.push({ position: requested, resolve, reject, deadline });
        timer ??= setTimeout(tick, untilNextLook());
      });
    },
    advance,
    onAdvance(handler) {
      listeners.add(handler);
      return () => listeners.delete(handler);
    },
    close() {
      unsubscribe.forEach((stop) => stop());
      if (timer) clearTimeout(timer);
    },
  };
}
