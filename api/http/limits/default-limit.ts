import type { Pool } from 'pg';
import { countShared, WINDOW_SECONDS, type RateLimitHit, type SharedCount } from './rate-limit.ts';

/**
 * The limit of every route that has none of its own. A process counts for itself and tells the shared counter in the
 * background, so that no request waits for the database; only a caller who is faster than the telling waits for it. One
 * process alone is exact. Together, processes let at most one block a process pass beyond the limit, and while the database
 * does not answer, each goes on by its own count.
 */
export interface DefaultLimit {
  readonly perMinute: number;
  /** A count of its own for each caller of the route: user id, or address where nobody is signed in. */
  counterOf(route: string): Counter;
}

export type Counter = (who: number | string) => RateLimitHit | Promise<RateLimitHit>;

/** Adds to the count that all processes share. */
export type Tell = (key: string, perMinute: number, amount: number) => Promise<SharedCount>;

/** How long the shared counter may take; for tests. */
export interface Patience {
  readonly tellTimeoutMs?: number;
}

interface Window {
  /** On the clock of `performance.now()`. */
  endsAt: number;
  resetAtUnix: number;
  /** Counted by all processes, as last heard. */
  total: number;
  /** Counted here, and not in the total yet. */
  untold: number;
  telling: Promise<void> | null;
}

/** A process keeps back at most this part of the limit from the others. */
const BLOCKS_IN_LIMIT = 20;
/**
 * Windows kept for one route; beyond, the oldest is forgotten, which is in the caller's favour. A plain map: a cache of a
 * library sets aside the room for all of them on every route, most of which have a handful of callers.
 */
const MAX_CALLERS = 2_000;
/** A database that takes longer counts as one that does not answer, and is left alone for a while. */
const TELL_TIMEOUT_MS = 500;
const LEFT_ALONE_MS = 5_000;

export const blockOf = (perMinute: number): number => Math.max(Math.floor(perMinute / BLOCKS_IN_LIMIT), 1);

export const sharedDefaultLimit = (pool: Pool, perMinute: number, patience?: Patience): DefaultLimit =>
  createDefaultLimit(perMinute, (key, limit, amount) => countShared(pool, key, limit, amount), undefined, patience);

export function createDefaultLimit(
  perMinute: number,
  tell: Tell,
  now = () => performance.now(),
  { tellTimeoutMs = TELL_TIMEOUT_MS }: Patience = {},
): DefaultLimit {
  // What is untold stays below half a block, and a window that ends takes less than a quarter with it: a block in all.
  const tellAt = Math.ceil(blockOf(perMinute) / 4);
  const waitAt = Math.ceil(blockOf(perMinute) / 2);
  let leftAloneUntil = -Infinity;

  function counterOf(route: string): Counter {
    const windows = new Map<number | string, Window>();

    function windowOf(who: number | string): Window {
      const known = windows.get(who);
      const time = now();
      if (known !== undefined && time < known.endsAt) return known;
      const opened = {
        ...endOf(WINDOW_SECONDS, time),
        total: 0,
        untold: 0,
        telling: null,
      };
      windows.delete(who); // and back to the end: the oldest first
      windows.set(who, opened);
      if (windows.size > MAX_CALLERS) windows.delete(windows.keys().next().value!);
      return opened;
    }

    function tellOthers(who: number | string, window: Window): Promise<void> {
      const amount = window.untold;
      const key = `${route} ${typeof who === 'number' ? `user:${who}` : `ip:${who}`}`;
      return inTime(tell(key, perMinute, amount), tellTimeoutMs).then((heard) => {
        window.telling = null;
        window.untold -= amount;
        window.total = heard === null ? window.total + amount : heard.hits;
        if (heard !== null) Object.assign(window, endOf(heard.secondsLeft, now()));
        else leftAloneUntil = now() + LEFT_ALONE_MS;
      });
    }

    return function count(who): RateLimitHit | Promise<RateLimitHit> {
      const window = windowOf(who);
      if (window.total + window.untold >= perMinute) return hit(window, false);
      if (window.untold >= waitAt && window.telling !== null) return window.telling.then(() => count(who));
      window.untold += 1;
      if (window.untold >= tellAt && window.telling === null && now() >= leftAloneUntil)
        window.telling = tellOthers(who, window);
      return hit(window, true);
    };
  }

  function hit({ total, untold, endsAt, resetAtUnix }: Window, allowed: boolean): RateLimitHit {
    return {
      allowed,
      remaining: Math.max(perMinute - total - untold, 0),
      resetAtUnix,
      retryAfterSeconds: allowed ? 0 : Math.max(Math.ceil((endsAt - now()) / 1000), 1),
    };
  }

  return { perMinute, counterOf };
}

function endOf(secondsLeft: number, time: number): Pick<Window, 'endsAt' | 'resetAtUnix'> {
  return { endsAt: time + secondsLeft * 1000, resetAtUnix: Math.ceil(Date.now() / 1000 + secondsLeft) };
}

/** What the shared counter says, or null when it does not answer in time. */
function inTime(telling: Promise<SharedCount>, timeoutMs: number): Promise<SharedCount | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, timeoutMs, null)));
  const heard = telling.catch(() => null);
  return Promise.race([heard, late]).finally(() => clearTimeout(timer));
}
