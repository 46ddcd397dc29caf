import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { runOnConnection, takeConnection } from './dedicated-connection.ts';
import { SECOND_ATTEMPT_AFTER_MS, UNDEFINED_TABLE } from './pool.ts';

/** Target of queries: the pool or one of its connections. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;

/** Runs several reads on one consistent snapshot. For short reads, because a connection is held until they are done. */
export async function readInSnapshot<T>(pool: pg.Pool, read: Read<T>): Promise<T> {
  try {
    return await readOnce(pool, read);
  } catch (error) {
    // As for a single statement, the tables may be in the middle of a swap.
    if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error;
    await pause(SECOND_ATTEMPT_AFTER_MS);
    return readOnce(pool, read);
  }
}

type Read<T> = (connection: pg.PoolClient) => Promise<T>;

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** A read-only transaction is complete once read, so its end is not awaited. */
const readOnce = <T>(pool: pg.Pool, read: Read<T>): Promise<T> =>
  runOnConnection(
    pool,
    async (connection) => {
      await connection.query(BEGIN);
      return read(connection);
    },
    (connection) => connection.query('COMMIT'),
  );

/** A snapshot that outlives a function, such as while a file is being sent. */
export interface Snapshot {
  readonly db: pg.PoolClient;
  /**
   * Releases the connection; later calls do nothing. If the read was not completed, the connection is closed, even during
   * a statement.
   */
  closeOnce(outcome: 'read' | 'left'): Promise<void>;
}

/** The caller must close the snapshot: a connection is held until then. */
export async function openSnapshot(pool: pg.Pool): Promise<Snapshot> {
  const { connection, release } = await takeConnection(pool);
  let isOpen = true;
  const closeOnce: Snapshot['closeOnce'] = async (outcome) => {
    if (!isOpen) return;
    isOpen = false;
    try {
      if (outcome === 'read') await connection.query('COMMIT');
      release(outcome === 'read' ? undefined : new Error('The reader has disconnected'));
    } catch (error) {
      release(error instanceof Error ? error : new Error('A snapshot could not be closed', { cause: error }));
    }
  };
  try {
    await connection.query(BEGIN);
  } catch (error) {
    await closeOnce('left');
    throw error;
  }
  return { db: connection, closeOnce };
}
