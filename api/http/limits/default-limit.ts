import type { Pool } from 'pg';
import { addToSharedCount, WINDOW_SECONDS, type RateLimitHit, type SharedCount } from './rate-limit.ts';

/**
 * Rate limit of every route without its own. A process counts locally and reports to the shared counter in the
 * background, so that no request waits for the database, unless a caller outpaces the reports. A single process is exact.
 * Together, processes let at most one block per process pass beyond the limit. While the database is unreachable, each
 * process continues with its own count.
 */
export interface DefaultLimit {
  readonly perMinute: number;
  /** Separate count for each caller of the route: user id, or address if not signed in. */
  createCounter(route: string): Counter;
}

export type Counter = (who: number | string) => RateLimitHit | Promise<RateLimitHit>;

/** Adds to the count shared by all processes. */
export type Tell = (key: string, perMinute: number, amount: number) => Promise<SharedCount>;

/** Timeout of the shared counter; for tests. */
export interface Patience {
  readonly tellTimeoutMs?: number;
}

interface Window {
  /** In terms of `performance.now()`. */
  endsAt: number;
  resetAtUnix: number;
  /** Last known count of all processes. */
  total: number;
  /** Local count not included in the total yet. */
  untold: number;
  telling: Promise<void> | null;
}

/** A process withholds at most this part of the limit from the others. */
const BLOCKS_IN_LIMIT = 20;
/**
 * Maximum number of windows per route; beyond it the oldest is dropped, in favour of the caller. A plain map, because a
 * library cache would allocate its full size on every route, while most have a handful of callers.
 */
const MAX_CALLERS = 2_000;
/** A slower database counts as unreachable and is not queried for a while. */
const TELL_TIMEOUT_MS = 500;
const LEFT_ALONE_MS = 5_000;

export const computeBlockSize = (perMinute: number): number => Math.max(Math.floor(perMinute / BLOCKS_IN_LIMIT), 1);

export const createSharedDefaultLimit = (pool: Pool, perMinute: number, patience?: Patience): DefaultLimit =>
  createDefaultLimit(
    perMinute,
    (key, limit, amount) => addToSharedCount(pool, key, limit, amount),
    undefined,
    patience,
  );

export function createDefaultLimit(
  perMinute: number,
  tell: Tell,
  now = () => performance.now(),
  { tellTimeoutMs = TELL_TIMEOUT_MS }: Patience = {},
): DefaultLimit {
  // Unreported counts stay below half a block, and an ending window loses less than a quarter: one block in all.
  const tellAt = Math.ceil(computeBlockSize(perMinute) / 4);
  const waitAt = Math.ceil(computeBlockSize(perMinute) / 2);
  let leftAloneUntil = -Infinity;

  function createCounter(route: string): Counter {
    const windows = new Map<number | string, Window>();

    function openWindow(who: number | string): Window {
      const known = windows.get(who);
      const time = now();
      if (known !== undefined && time < known.endsAt) return known;
      const opened = {
        ...computeWindowEnd(WINDOW_SECONDS, time),
        total: 0,
        untold: 0,
        telling: null,
      };
      windows.delete(who); // reinsert at the end to keep the oldest first
      windows.set(who, opened);
      if (windows.size > MAX_CALLERS) windows.delete(windows.keys().next().value!);
      return opened;
    }

    function reportCount(who: number | string, window: Window): Promise<void> {
      const amount = window.untold;
      const key = `${route} ${typeof who === 'number' ? `user:${who}` : `ip:${who}`}`;
      return awaitInTime(tell(key, perMinute, amount), tellTimeoutMs).then((heard) => {
        window.telling = null;
        window.untold -= amount;
        window.total = heard === null ? window.total + amount : heard.hits;
        if (heard !== null) Object.assign(window, computeWindowEnd(heard.secondsLeft, now()));
        else leftAloneUntil = now() + LEFT_ALONE_MS;
      });
    }

    return function count(who): RateLimitHit | Promise<RateLimitHit> {
      const window = openWindow(who);
      if (window.total + window.untold >= perMinute) return buildHit(window, false);
      if (window.untold >= waitAt && window.telling !== null) return window.telling.then(() => count(who));
      window.untold += 1;
      if (window.untold >= tellAt && window.telling === null && now() >= leftAloneUntil)
        window.telling = reportCount(who, window);
      return buildHit(window, true);
    };
  }

  function buildHit({ total, untold, endsAt, resetAtUnix }: Window, allowed: boolean): RateLimitHit {
    return {
      allowed,
      remaining: Math.max(perMinute - total - untold, 0),
      resetAtUnix,
      retryAfterSeconds: allowed ? 0 : Math.max(Math.ceil((endsAt - now()) / 1000), 1),
    };
  }

  return { perMinute, createCounter };
}

function computeWindowEnd(secondsLeft: number, time: number): Pick<Window, 'endsAt' | 'resetAtUnix'> {
  return { endsAt: time + secondsLeft * 1000, resetAtUnix: Math.ceil(Date.now() / 1000 + secondsLeft) };
}

/** Result of the shared counter, or null if it does not respond in time. */
function awaitInTime(telling: Promise<SharedCount>, timeoutMs: number): Promise<SharedCount | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, timeoutMs, null)));
  const heard = telling.catch(() => null);
  return Promise.race([heard, late]).finally(() => clearTimeout(timer));
}
