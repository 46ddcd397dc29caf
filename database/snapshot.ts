import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { inTransaction } from './held.ts';
import { SECOND_ATTEMPT_AFTER_MS, UNDEFINED_TABLE } from './pool.ts';

/** What queries are sent to: the pool, or one connection of it. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** Several reads of one instant, whatever is written meanwhile. For short reads: a connection is held until they are done. */
export async function inSnapshot<T>(pool: pg.Pool, read: Read<T>): Promise<T> {
  try {
    return await readOnce(pool, read);
  } catch (error) {
    // As of a single statement, when the tables are being swapped.
    if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error;
    await pause(SECOND_ATTEMPT_AFTER_MS);
    return readOnce(pool, read);
  }
}

type Read<T> = (connection: pg.PoolClient) => Promise<T>;

const readOnce = <T>(pool: pg.Pool, read: Read<T>): Promise<T> =>
  inTransaction(pool, read, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
