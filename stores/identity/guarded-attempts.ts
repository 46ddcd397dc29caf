import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/**
 * Limits failed attempts, such as sign-ins from one address or passwords of one user. A slot is taken before the attempt,
 * so that parallel attempts get no more tries than sequential ones. If all slots are taken, the attempt waits until one
 * is released or the subject is locked. Counted in the database, by its clock, for all processes together.
 */
export interface Guard {
  /** The counted subject, such as `sign-in 192.0.2.1`. */
  readonly subject: string;
  /** Number of failures that lock the subject. */
  readonly most: number;
  /** How long failures count and how long a lock lasts. */
  readonly seconds: number;
}

export interface Attempted<T> {
  readonly hasFailed: boolean;
  readonly result: T;
}

/** Refused without an attempt: locked, or too many at once. */
export interface Held {
  readonly held: 'locked' | 'busy';
  readonly retryAfterSeconds: number;
}

const LONGEST_WAIT_MS = 10_000;
const LOOK_AGAIN_MS = 25;
const LOOK_AGAIN_AT_LATEST_MS = 200;
/** Per subject in this process; further attempts must be retried later. */
const MOST_WAITING = 50;

const waiting = new Map<string, number>();

export async function runGuarded<T>(
  pool: pg.Pool,
  { subject, most, seconds }: Guard,
  attempt: () => Promise<Attempted<T>>,
): Promise<T | Held> {
  const held = await takeSlot(pool, [subject, most, seconds]);
  if (held) return held;
  let hasFailed = false;
  try {
    const attempted = await attempt();
    hasFailed = attempted.hasFailed;
    return attempted.result;
  } finally {
    await pool.query({
      name: 'end-attempt',
      text: 'SELECT ops.end_attempt($1, $2, $3, make_interval(secs => $4))',
      values: [subject, hasFailed, most, seconds],
    });
  }
}

async function takeSlot(pool: pg.Pool, values: readonly [string, number, number]): Promise<Held | null> {
  const [subject] = values;
  const deadline = performance.now() + LONGEST_WAIT_MS;
  for (let pauseMs = LOOK_AGAIN_MS; ; pauseMs = Math.min(2 * pauseMs, LOOK_AGAIN_AT_LATEST_MS)) {
    const { rows } = await pool.query<{ verdict: 'go' | 'wait' | 'locked'; locked_seconds: number | null }>({
      name: 'begin-attempt',
      text: 'SELECT verdict, locked_seconds FROM ops.begin_attempt($1, $2, make_interval(secs => $3))',
      values: [...values],
    });
    const { verdict, locked_seconds } = rows[0]!;
    if (verdict === 'go') return null;
    if (verdict === 'locked') return { held: 'locked', retryAfterSeconds: Math.max(1, Math.ceil(locked_seconds ?? 1)) };
    const others = waiting.get(subject) ?? 0;
    if (others >= MOST_WAITING || performance.now() > deadline) return { held: 'busy', retryAfterSeconds: 1 };
    waiting.set(subject, others + 1);
    await pause(pauseMs);
    const left = waiting.get(subject)! - 1;
    if (left === 0) waiting.delete(subject);
    else waiting.set(subject, left);
  }
}

export const isHeld = (outcome: unknown): outcome is Held =>
  typeof outcome === 'object' && outcome !== null && 'held' in outcome;
