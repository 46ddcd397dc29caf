import type pg from 'pg';

/**
 * Detects which processes of the service are connected. A process holds an advisory lock while connected, and the system
 * closes the connections of a killed process at once. Whether a connected process still works is known to `owners.ts`.
 */

const PROCESS_LOCK = 7_201_008;
/** SQL that a process runs on its permanent connection. */
export const buildProcessLockSql = (processId: string): string =>
  `SELECT pg_try_advisory_lock(${PROCESS_LOCK}, hashtext('${processId}'))`;

const buildHeldSql = (
  lock: number,
): string => `locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND classid = ${lock} AND objsubid = 2`;
const OF_THIS_DATABASE = buildHeldSql(PROCESS_LOCK);
const buildLockKeySql = (id: string): string => `(hashtext((${id})::text)::bigint & 4294967295)`;

/** SQL condition: whether the process with this id, of any kind, is connected now. */
export const buildIsConnectedSql = (id: string): string => buildHoldsLockSql(PROCESS_LOCK, id);

/** SQL condition: whether a connection holds this lock for the process with this id. */
export const buildHoldsLockSql = (lock: number, id: string): string =>
  `EXISTS (SELECT FROM pg_locks WHERE ${buildHeldSql(lock)} AND objid::bigint = ${buildLockKeySql(id)})`;

/** SQL query for the number of connected processes, except those with the ids of the given query. */
export const buildOthersConnectedSql = (ids: string): string =>
  `SELECT count(*) AS others FROM pg_locks WHERE ${OF_THIS_DATABASE} AND objid::bigint NOT IN (SELECT ${buildLockKeySql('p.id')} FROM (${ids}) AS p(id))`;

/** Whether no other process of the service is connected; to be called by a connected process. */
export async function isOnlyProcess(connection: Pick<pg.Pool | pg.PoolClient, 'query'>): Promise<boolean> {
  const { rows } = await connection.query<{ connected: number }>(
    `SELECT count(DISTINCT objid) AS connected FROM pg_locks WHERE ${OF_THIS_DATABASE}`,
  );
  return rows[0]!.connected <= 1;
}
