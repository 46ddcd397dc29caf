import type pg from 'pg';

/**
 * Detects whether another process of the service is alive. A process holds an advisory lock while connected, and the
 * system closes the connections of a killed process at once. If a machine is lost, the lease in `ops.processes`, which a
 * live process renews every second, expires after five.
 */
export interface LivingProcesses {
  isGone(processId: string): Promise<boolean>;
}

const PROCESS_LOCK = 7_201_008;
/** A process that lost its connection reconnects within this time. */
const CONNECTS_AGAIN_MS = 1_000;
/** Limit of remembered processes. */
const MAX_REMEMBERED = 1_000;

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

export function watchLivingProcesses(pool: pg.Pool): LivingProcesses {
  const missingSince = new Map<string, number>();
  return {
    async isGone(processId) {
      const { rows } = await pool.query<{ has_lease: boolean; is_connected: boolean }>({
        name: 'living-process',
        text: `SELECT EXISTS (SELECT FROM ops.processes WHERE id = $1::uuid AND expires_at > now()) AS has_lease,
                 ${buildIsConnectedSql('$1::uuid')} AS is_connected`,
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
