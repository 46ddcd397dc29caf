import type pg from 'pg';
import { runOnConnection } from '../../database/dedicated-connection.ts';

/** An arbitrary number that no other lock of the service uses. */
const LOCK = 7_201_005;

/** Pending work of this process by pool: one at a time, so that waiting never takes more than one connection. */
const queues = new WeakMap<pg.Pool, Promise<unknown>>();

/**
 * Runs `work` while no other process runs anything under the same name. For rare decisions across several streams;
 * decisions within one stream need no lock.
 */
export function runExclusively<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T> {
  const turn = (queues.get(pool) ?? Promise.resolve()).then(() => runUnderLock(pool, name, work));
  queues.set(
    pool,
    turn.catch(() => undefined),
  );
  return turn;
}

/** Returns the result even if the connection breaks at the end; a connection that may still hold the lock is closed. */
async function runUnderLock<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T> {
  let done: { readonly result: T } | undefined;
  try {
    return await runOnConnection(pool, async (client) => {
      await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [LOCK, name]);
      done = { result: await work() };
      await client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [LOCK, name]);
      return done.result;
    });
  } catch (error) {
    if (done !== undefined) return done.result;
    throw error;
  }
}
