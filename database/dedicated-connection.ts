import type pg from 'pg';

/**
 * Runs `work` on one connection of the pool. Whoever needs a transaction, a session setting or a lock gets its connection
 * here and nowhere else: a connection that breaks between two statements tells so by an event, which ends the process
 * when nobody listens, and one that failed may still be inside its transaction and is never given to anyone again.
 */
export async function onOneConnection<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<T>,
  /** What is left to do with the connection when the work is done: nobody waits for it. */
  after?: (connection: pg.PoolClient) => Promise<unknown>,
): Promise<T> {
  const { connection, lost, giveBack } = await take(pool);
  const fail = (error: unknown): void =>
    giveBack(error instanceof Error ? error : new Error('Work on a connection failed', { cause: error }));
  try {
    const result = await work(connection);
    if (after) after(connection).then(() => giveBack(), fail);
    else giveBack();
    return result;
  } catch (error) {
    fail(error);
    // What broke the connection tells more than the driver's refusal to use it afterwards.
    throw (isRefusedByDriver(error) && lost()) || error;
  }
}

/** All that `work` does on the connection is one transaction. */
export function inTransaction<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  return onOneConnection(pool, async (connection) => {
    await connection.query(begin);
    const result = await work(connection);
    await connection.query('COMMIT');
    return result;
  });
}

export interface Held {
  readonly connection: pg.PoolClient;
  readonly lost: () => Error | undefined;
  /** With a failure the connection is closed. */
  readonly giveBack: (failure?: Error) => void;
}

/** For whoever cannot say in one function what the connection is for. It must be given back, whatever happens. */
export function take(pool: pg.Pool): Promise<Held> {
  return new Promise((resolve, reject) => {
    // By callback: the listener is there in the very moment in which the connection is ours.
    pool.connect((refused, connection) => {
      if (refused !== undefined || connection === undefined) {
        reject(refused ?? new Error('The pool gave no connection'));
        return;
      }
      let lost: Error | undefined;
      const onLost = (error: Error): void => {
        lost ??= error;
      };
      connection.on('error', onLost);
      resolve({
        connection,
        lost: () => lost,
        giveBack: (failure) => {
          connection.release(failure ?? lost);
          // The pool listens from here on.
          connection.off('error', onLost);
        },
      });
    });
  });
}

function isRefusedByDriver(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Client has encountered a connection error');
}
