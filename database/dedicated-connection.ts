import type pg from 'pg';

/**
 * Runs `work` on one connection of the pool. Transactions, session settings and locks must get their connection here: a
 * connection that breaks between two statements emits an event, which would end the process if unhandled, and a failed
 * connection may still be inside its transaction and must not be reused.
 */
export async function runOnConnection<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<T>,
  /** Follow-up work on the connection that the caller does not wait for. */
  after?: (connection: pg.PoolClient) => Promise<unknown>,
): Promise<T> {
  const { connection, getLostError, release } = await takeConnection(pool);
  const releaseFailed = (error: unknown): void =>
    release(error instanceof Error ? error : new Error('Work on a connection failed', { cause: error }));
  try {
    const result = await work(connection);
    if (after) after(connection).then(() => release(), releaseFailed);
    else release();
    return result;
  } catch (error) {
    releaseFailed(error);
    // The original connection error is more informative than the later refusal of the driver.
    throw (isRefusedByDriver(error) && getLostError()) || error;
  }
}

/** For transactions whose locks others wait for: a process that is frozen between two statements loses them soon. */
export const BRIEF = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '3s'`;

/** Runs `work` as one transaction. */
export function runInTransaction<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  return runOnConnection(pool, async (connection) => {
    await connection.query(begin);
    const result = await work(connection);
    await connection.query('COMMIT');
    return result;
  });
}

export interface Held {
  readonly connection: pg.PoolClient;
  readonly getLostError: () => Error | undefined;
  /** Closes the connection if a failure is given. */
  readonly release: (failure?: Error) => void;
}

/** For work that does not fit into one function. The connection must always be released. */
export function takeConnection(pool: pg.Pool): Promise<Held> {
  return new Promise((resolve, reject) => {
    // By callback, so that the listener is attached at the very moment the connection is ours.
    pool.connect((refused, connection) => {
      if (refused !== undefined || connection === undefined) {
        reject(refused ?? new Error('The pool returned no connection'));
        return;
      }
      let lost: Error | undefined;
      const onLost = (error: Error): void => {
        lost ??= error;
      };
      connection.on('error', onLost);
      resolve({
        connection,
        getLostError: () => lost,
        release: (failure) => {
          connection.release(failure ?? lost);
          // From here on the pool listens.
          connection.off('error', onLost);
        },
      });
    });
  });
}

function isRefusedByDriver(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Client has encountered a connection error');
}
