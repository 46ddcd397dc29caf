import type pg from 'pg';

/**
 * Whether another process of the service still lives. It holds an advisory lock as long as it is connected, and the system
 * closes the connections of a process that was killed at once; of a machine that is gone nothing is heard, and the lease in
 * `ops.processes`, which a living process renews every second, runs out after five.
 */
export interface LivingProcesses {
  isGone(processId: string): Promise<boolean>;
}

const PROCESS_LOCK = 7_201_008;
/** A process that has lost its connection is connected again before this has passed. */
const CONNECTS_AGAIN_MS = 1_000;
/** Kept for as long as a process may be asked about. */
const MAX_REMEMBERED = 1_000;

/** What a process says on the connection that it keeps. */
export const holdProcessLock = (processId: string): string =>
  `SELECT pg_try_advisory_lock(${PROCESS_LOCK}, hashtext('${processId}'))`;

const OF_THIS_DATABASE = `locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND classid = ${PROCESS_LOCK} AND objsubid = 2`;
const lockOf = (id: string): string => `(hashtext((${id})::text)::bigint & 4294967295)`;

/** Condition of SQL: whether the process with this id, of any kind, is connected now. */
export const isConnected = (id: string): string =>
  `EXISTS (SELECT FROM pg_locks WHERE ${OF_THIS_DATABASE} AND objid::bigint = ${lockOf(id)})`;

/** Query for the number of processes that are connected now, except those whose ids this query gives. */
export const othersConnected = (ids: string): string =>
  `SELECT count(*) AS others FROM pg_locks WHERE ${OF_THIS_DATABASE} AND objid::bigint NOT IN (SELECT ${lockOf('p.id')} FROM (${ids}) AS p(id))`;

/** Whether no other process of the service is connected; to be asked by one that is. */
export async function isOnlyProcess(connection: Pick<pg.Pool | pg.PoolClient, 'query'>): Promise<boolean> {
  const { rows } = await connection.query<{ connected: number }>(
    `SELECT count(DISTINCT objid) AS connected FROM pg_locks WHERE ${OF_THIS_DATABASE}`,
  );
  return rows[0]!.connected <= 1;
}

export function livingProcesses(pool: pg.Pool): LivingProcesses {
  const missingSince = new Map<string, number>();
  return {
    async isGone(processId) {
      const { rows } = await pool.query<{ has_lease: boolean; is_connected: boolean }>({
        name: 'living-process',
        text: `SELECT EXISTS (SELECT FROM ops.processes WHERE id = $1::uuid AND expires_at > now()) AS has_lease,
                 ${isConnected('$1::uuid')} AS is_connected`,
        values: [processId],
      });
      const { has_lease, is_connected } = rows[0]!;
      if (!has_lease) return true;
      if (is_connected) {
        missingSince.delete(processId);
        return false;
      }
      const now = performance.now();
      if (missingSince.size >= MAX_REMEMBERED) missingSince.clear();
      const since = missingSince.get(processId) ?? now;
      missingSince.set(processId, since);
      return now - since >= CONNECTS_AGAIN_MS;
    },
  };
}
