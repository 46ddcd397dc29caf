import type { Pool } from 'pg';

export interface RateLimitHit {
  readonly allowed: boolean;
  readonly remaining: number;
  /** When the window ends, in Unix seconds. */
  readonly resetAtUnix: number;
  /** Seconds until the window ends, at least 1. */
  readonly retryAfterSeconds: number;
}

export interface RateLimitPort {
  /** Counts one request of the key in its window of a minute. */
  hit(key: string, perMinute: number): Promise<RateLimitHit>;
}

const WINDOW_SECONDS = 60;
const MAX_KEY_LENGTH = 300;

/**
 * Fixed windows from the first hit, counted in the database so that all processes share them. Counting stops just above
 * the limit, and the clock is the database's, so that neither a flood nor a drifting process moves the window.
 */
const HIT = `
  insert into ops.rate_counters as counter (key, window_started_at, hits) values ($1, now(), 1)
  on conflict (key) do update set
    hits = case when counter.window_started_at <= now() - interval '${WINDOW_SECONDS} seconds' then 1
                else least(counter.hits, $2) + 1 end,
    window_started_at = case when counter.window_started_at <= now() - interval '${WINDOW_SECONDS} seconds' then now()
                else counter.window_started_at end
  returning hits, extract(epoch from window_started_at)::float8 as started, extract(epoch from now())::float8 as now`;

export function postgresRateLimits(pool: Pool): RateLimitPort {
  return {
    async hit(key, perMinute) {
      const { rows } = await pool.query<{ hits: number; started: number; now: number }>({
        name: 'rate-limit-hit',
        text: HIT,
        values: [key.slice(0, MAX_KEY_LENGTH), perMinute],
      });
      return judge(rows[0]!.hits, perMinute, rows[0]!.started + WINDOW_SECONDS, rows[0]!.now);
    },
  };
}

function judge(hits: number, perMinute: number, endsAt: number, now: number): RateLimitHit {
  return {
    allowed: hits <= perMinute,
    remaining: Math.max(perMinute - hits, 0),
    resetAtUnix: Math.ceil(endsAt),
    retryAfterSeconds: Math.max(Math.ceil(endsAt - now), 1),
  };
}
