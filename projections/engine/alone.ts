import type pg from 'pg';

/** Work that makes tables aside, under one name: two at once would take them from under each other. */
const LOCKS = { rebuild: 7_201_005, verification: 7_201_006 } as const;

export class AlreadyUnderWay extends Error {
  constructor(what: keyof typeof LOCKS) {
    super(`Another ${what} is under way on this database: wait until it is done`);
    this.name = 'AlreadyUnderWay';
  }
}

/** The lock lives as long as its connection, so that a process that dies gives it up by dying. @throws AlreadyUnderWay */
export async function whileAlone<T>(connection: pg.Pool, what: keyof typeof LOCKS, work: () => Promise<T>): Promise<T> {
  const client = await connection.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCKS[what]]);
    if (!rows[0]?.taken) throw new AlreadyUnderWay(what);
    try {
      return await work();
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [LOCKS[what]]).catch(() => undefined);
    }
  } finally {
    client.release();
  }
}
