import type pg from 'pg';
import { runOnConnection } from '../../database/dedicated-connection.ts';

/** Advisory locks for work that builds tables on the side: two runs at once would drop each other's tables. */
const LOCKS = { rebuild: 7_201_005, verification: 7_201_006 } as const;

export class AlreadyUnderWay extends Error {
  constructor(what: keyof typeof LOCKS) {
    super(`Another ${what} is running on this database: wait until it is done`);
    this.name = 'AlreadyUnderWay';
  }
}

/** Whether a rebuild of the read tables is running. */
export async function isBeingRebuilt(connection: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await connection.query<{ held: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCKS.rebuild}
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held`,
  );
  return rows[0]!.held;
}

/** The lock belongs to the connection, so it is released when the process dies. @throws AlreadyUnderWay */
export function runAlone<T>(connection: pg.Pool, what: keyof typeof LOCKS, work: () => Promise<T>): Promise<T> {
  return runOnConnection(connection, async (client) => {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCKS[what]]);
    if (!rows[0]?.taken) throw new AlreadyUnderWay(what);
    // If the work fails the connection is closed, which also releases the lock.
    const result = await work();
    await client.query('SELECT pg_advisory_unlock($1)', [LOCKS[what]]);
    return result;
  });
}
