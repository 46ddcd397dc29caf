import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { onOneConnection, take } from './dedicated-connection.ts';
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

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** What has changed nothing is over when it is read: its end is not waited for. */
const readOnce = <T>(pool: pg.Pool, read: Read<T>): Promise<T> =>
  onOneConnection(
    pool,
    async (connection) => {
      await connection.query(BEGIN);
      return read(connection);
    },
    (connection) => connection.query('COMMIT'),
  );

/** One instant that is read for longer than a function runs, such as while a file is sent. */
export interface Snapshot {
  readonly db: pg.PoolClient;
  /** Gives the connection back; later calls do nothing. Without success it is closed, in the middle of a statement if need be. */
  close(outcome: 'read' | 'left'): Promise<void>;
}

/** Whoever opens one closes it: a connection is held until then. */
export async function openSnapshot(pool: pg.Pool): Promise<Snapshot> {
  const { connection, giveBack } = await take(pool);
  let isOpen = true;
  const close: Snapshot['close'] = async (outcome) => {
    if (!isOpen) return;
    isOpen = false;
    try {
      if (outcome === 'read') await connection.query('COMMIT');
      giveBack(outcome === 'read' ? undefined : new Error('The reader has left'));
    } catch (error) {
      giveBack(error instanceof Error ? error : new Error('A snapshot could not be closed', { cause: error }));
    }
  };
  try {
    await connection.query(BEGIN);
  } catch (error) {
    await close('left');
    throw error;
  }
  return { db: connection, close };
}
