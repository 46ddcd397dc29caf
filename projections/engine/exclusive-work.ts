import type pg from 'pg';
import { onOneConnection } from '../../database/dedicated-connection.ts';

/** Work that makes tables aside, under one name: two at once would take them from under each other. */
const LOCKS = { rebuild: 7_201_005, verification: 7_201_006 } as const;

export class AlreadyUnderWay extends Error {
  constructor(what: keyof typeof LOCKS) {
    super(`Another ${what} is under way on this database: wait until it is done`);
    this.name = 'AlreadyUnderWay';
  }
}

/** Whether someone makes the read tables anew at this moment. */
export async function isBeingRebuilt(connection: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await connection.query<{ held: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCKS.rebuild}
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held`,
  );
  return rows[0]!.held;
}

/** The lock lives as long as its connection, so that a process that dies gives it up by dying. @throws AlreadyUnderWay */
export function whileAlone<T>(connection: pg.Pool, what: keyof typeof LOCKS, work: () => Promise<T>): Promise<T> {
  return onOneConnection(connection, async (client) => {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCKS[what]]);
    if (!rows[0]?.taken) throw new AlreadyUnderWay(what);
    // When the work fails the connection is closed, which lets go of the lock as well.
    const result = await work();
    await client.query('SELECT pg_advisory_unlock($1)', [LOCKS[what]]);
    return result;
  });
}
