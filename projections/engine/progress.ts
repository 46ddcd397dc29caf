import type pg from 'pg';
import type { Notifications } from '../../database/notifications.ts';
import type { Pulse } from '../../database/unresponsive-server.ts';
import { BEGINNING } from '../../eventlog/port.ts';
import { PROJECTED_CHANNEL } from './batch-statement.ts';
import { findReadableStanding } from './shapes.ts';
import { findShard } from './sharding.ts';

/** Progress of the read tables, so that a response can wait until they show its writes. */
export interface Progress {
  /** Passed by all shards. */
  readonly position: number;
  readonly positions: readonly number[];
  /**
   * Resolves once the shard of the stream, or without one all of them, has passed this position. `extraMs` extends the
   * timeout; `latest` (on the clock of `performance.now`) is an earlier deadline, if any. @throws ProjectionDelayed
   */
  waitForPosition(position: number, extraMs?: number, latest?: number, stream?: string): Promise<void>;
  /** Called by a projector in this process at once; other processes are notified by the database. */
  advance(position: number, shard?: ShardNumber): void;
  /** Called each time the tables advance; the handler must be cheap. Returns a function to unsubscribe. */
  onAdvance(handler: () => void): () => void;
  close(): void;
}

/** A shard, and how many there are. */
export interface ShardNumber {
  readonly shard: number;
  readonly shards: number;
}

/** The write is safe in the log, but the tables did not follow in time. */
export class ProjectionDelayed extends Error {
  constructor(position: number) {
    super(`The read tables did not pass position ${position} in time`);
    this.name = 'ProjectionDelayed';
  }
}

const TIMEOUT_MS = 10_000;
/** Notifications can be lost with their connection: while there are waiters, the table is polled too. */
const LOOK_MS = 250;
/** After a lost connection all requests wait at once and notifications were missed: poll often for a while. */
const HURRIED_LOOK_MS = 50;
const HURRIED_MS = 2_000;

interface Waiter {
  readonly position: number;
  readonly stream: string | undefined;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly deadline: number;
}

const ONLY_SHARD: ShardNumber = { shard: 0, shards: 1 };

/** `500`, or with several shards their number and the positions of some: `16:3=500,4=500`. */
export const formatProgress = (
  moved: readonly (readonly [shard: number, position: number])[],
  shards: number,
): string => `${shards}:${moved.map(([shard, position]) => `${shard}=${position}`).join()}`;

function parseProgress(payload: string): readonly (ShardNumber & { readonly position: number })[] {
  const [shards, moved] = payload.split(':') as [string, string?];
  if (moved === undefined) return [{ position: Number(payload), ...ONLY_SHARD }];
  return moved.split(',').map((one) => {
    const [shard, position] = one.split('=').map(Number) as [number, number];
    return { position, shard, shards: Number(shards) };
  });
}

export function trackProgress(
  pool: pg.Pool,
  notifications: Notifications,
  timeoutMs = TIMEOUT_MS,
  pulse?: Pulse,
): Progress {
  let positions = [BEGINNING];
  let waiters: Waiter[] = [];
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | null = null;
  let isLooking = false;
  let hurriedUntil = -Infinity;
  const getPollDelay = (): number => (performance.now() < hurriedUntil ? HURRIED_LOOK_MS : LOOK_MS);

  const getPosition = (stream?: string): number =>
    positions.length === 1
      ? positions[0]!
      : stream === undefined
        ? Math.min(...positions)
        : positions[findShard(stream, positions.length)]!;
  const advance = (to: number, { shard, shards }: ShardNumber = ONLY_SHARD): void => {
    // Streams were divided again, when all shards were at one position.
    if (shards !== positions.length) positions = new Array<number>(shards).fill(Math.min(...positions));
    if (to <= positions[shard]!) return;
    positions[shard] = to;
    for (const listener of listeners) listener();
    if (waiters.length === 0) return;
    const isThere = ({ position, stream }: Waiter): boolean => position <= to && position <= getPosition(stream);
    const there = waiters.filter(isThere);
    if (there.length === 0) return;
    waiters = waiters.filter((waiter) => !isThere(waiter));
    for (const { resolve } of there) resolve();
  };
  const pollPosition = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const standing = await findReadableStanding(pool).catch(() => null);
    isLooking = false;
    const shards = standing?.positions.length ?? 0;
    standing?.positions.forEach((position, shard) => advance(position, { shard, shards }));
  };
  /** Waiters time out even if the database does not respond. */
  const expireWaiters = (): void => {
    const now = performance.now();
    const late = waiters.filter(({ deadline }) => deadline <= now);
    waiters = waiters.filter(({ deadline }) => deadline > now);
    for (const waiter of late) waiter.reject(new ProjectionDelayed(waiter.position));
    timer = waiters.length > 0 ? setTimeout(expireWaiters, getPollDelay()) : null;
    if (timer) void pollPosition();
  };
  /** Progress is unknown as long as the server does not respond. */
  const rejectAll = (): void => {
    const all = waiters;
    waiters = [];
    for (const waiter of all) waiter.reject(new ProjectionDelayed(waiter.position));
  };
  const unsubscribe = [
    pulse?.onLost(rejectAll) ?? (() => undefined),
    notifications.on(PROJECTED_CHANNEL, (payload) => {
      const moved = parseProgress(payload);
      for (const { position, ...shard } of moved) advance(position, shard);
      // A projector in this process may have reported it before it was recorded, which announcements wait for.
      if (positions.length > 1) for (const listener of listeners) listener();
    }),
    // The tables may have fallen back: a crashed server loses the last commits that did not wait for the disk.
    notifications.onReconnect((wasLost) => {
      if (wasLost) positions = positions.map(() => BEGINNING);
      hurriedUntil = performance.now() + HURRIED_MS;
      void pollPosition();
    }),
  ];

  return {
    get position() {
      return getPosition();
    },
    get positions() {
      return positions;
    },
    waitForPosition(requested, extraMs = 0, latest = Infinity, stream?: string) {
      if (requested <= getPosition(stream)) return Promise.resolve();
      if (pulse?.isLost) return Promise.reject(new ProjectionDelayed(requested));
      return new Promise((resolve, reject) => {
        const deadline = Math.min(performance.now() + timeoutMs, latest) + extraMs;
        waiters.push({ position: requested, stream, resolve, reject, deadline });
        timer ??= setTimeout(expireWaiters, getPollDelay());
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
