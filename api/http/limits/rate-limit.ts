import type { Pool } from 'pg';

export interface RateLimitHit {
  readonly allowed: boolean;
  readonly remaining: number;
  /** End of the window, in Unix seconds. */
  readonly resetAtUnix: number;
  /** Seconds until the window ends, at least 1 for a refused request. */
  readonly retryAfterSeconds: number;
}

export interface RateLimitPort {
  /** Counts one request of the key in its one-minute window. */
  countHit(key: string, perMinute: number): Promise<RateLimitHit>;
}

/** Requests counted in the window of a key by all processes. */
export interface SharedCount {
  readonly hits: number;
  readonly secondsLeft: number;
}

export const WINDOW_SECONDS = 60;
const MAX_KEY_LENGTH = 300;

/**
 * Fixed windows starting with the first hit, counted in the database and shared by all processes. Counting stops just
 * above the limit, and the database clock is used, so that neither a flood nor a drifting process moves the window.
 */
const COUNT = `
  insert into ops.rate_counters as counter (key, window_started_at, hits) values ($1, now(), $3)
  on conflict (key) do update set
    hits = case when counter.window_started_at <= now() - interval '${WINDOW_SECONDS} seconds' then $3
                else least(counter.hits, $2) + $3 end,
    window_started_at = case when counter.window_started_at <= now() - interval '${WINDOW_SECONDS} seconds' then now()
                else counter.window_started_at end
  returning hits, extract(epoch from window_started_at)::float8 as started, extract(epoch from now())::float8 as now`;

/** Adds to the count of a key and returns the result. */
export async function addToSharedCount(
  pool: Pool,
  key: string,
  perMinute: number,
  amount: number,
): Promise<SharedCount> {
  const { rows } = await pool.query<{ hits: number; started: number; now: number }>({
    name: 'rate-limit-count',
    text: COUNT,
    values: [key.slice(0, MAX_KEY_LENGTH), perMinute, amount],
  });
  const { hits, started, now } = rows[0]!;
  return { hits, secondsLeft: started + WINDOW_SECONDS - now };
}

/** Exact: every request queries the database. For the few routes with small limits. */
export function createPostgresRateLimits(pool: Pool): RateLimitPort {
  return {
    async countHit(key, perMinute) {
      const { hits, secondsLeft } = await addToSharedCount(pool, key, perMinute, 1);
      return {
        allowed: hits <= perMinute,
        remaining: Math.max(perMinute - hits, 0),
        resetAtUnix: Math.ceil(Date.now() / 1000 + secondsLeft),
        retryAfterSeconds: Math.max(Math.ceil(secondsLeft), 1),
      };
    },
  };
}
