import { LRUCache } from 'lru-cache';
import type pg from 'pg';

/** What visitors of the demo have stored since they came. */
export interface Usage {
  readonly fileBytes: number;
  readonly events: number;
  readonly rows: number;
}

export interface UsageCounters {
  /** Includes what this process has counted; what others have counted may be some seconds old. */
  get(userId: number): Promise<Readonly<Usage>>;
  add(userId: number, more: Usage): void;
}

const MAX_VISITORS = 1_000;
const RELOAD_MS = 5_000;

interface Counter {
  fileBytes: number;
  events: number;
  rows: number;
}

export function openUsageCounters(pool: pg.Pool): UsageCounters {
  const visitors = new LRUCache<number, Promise<Counter>>({ max: MAX_VISITORS, ttl: RELOAD_MS });
  const get = (userId: number): Promise<Counter> => {
    let counter = visitors.get(userId);
    if (counter === undefined) {
      counter = readUsage(pool, userId);
      visitors.set(userId, counter);
      counter.catch(() => visitors.delete(userId));
    }
    return counter;
  };
  return {
    get,
    add(userId, more) {
      // Without a counter in memory, the next look finds the sum in the database.
      void visitors.get(userId)?.then((counter) => {
        counter.fileBytes += more.fileBytes;
        counter.events += more.events;
        counter.rows += more.rows;
      });
      // A lost count gives a visitor a little more than the quota.
      void saveUsage(pool, userId, more).catch(() => undefined);
    },
  };
}

async function readUsage(pool: pg.Pool, userId: number): Promise<Counter> {
  const { rows } = await pool.query<Counter>({
    name: 'demo-usage',
    text: `SELECT file_bytes AS "fileBytes", events, row_count AS rows FROM ops.demo_usage WHERE user_id = $1`,
    values: [userId],
  });
  return rows[0] ?? { fileBytes: 0, events: 0, rows: 0 };
}

async function saveUsage(pool: pg.Pool, userId: number, { fileBytes, events, rows }: Usage): Promise<void> {
  await pool.query({
    name: 'add-demo-usage',
    text: `INSERT INTO ops.demo_usage AS used (user_id, file_bytes, events, row_count) VALUES ($1, $2, $3, $4)
           ON CONFLICT (user_id) DO UPDATE SET file_bytes = used.file_bytes + excluded.file_bytes,
             events = used.events + excluded.events, row_count = used.row_count + excluded.row_count`,
    values: [userId, fileBytes, events, rows],
  });
}
