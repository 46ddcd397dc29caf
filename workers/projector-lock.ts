import pg from 'pg';
import { buildConnectionOptions, PROMPT, withTimeout } from '../database/pool.ts';
import { translateStatements } from '../database/schema-prefix.ts';
import { endWithTimeout } from '../database/unresponsive-server.ts';

/** The exclusive right to project, held by one process at a time. */
export interface Lock {
  onLost(handler: () => void): void;
  release(): Promise<void>;
}

const PROJECTOR_LOCK = 7_201_003;

/**
 * The server releases the lock when it notices that the client is gone. A network that drops packets silently hides this
 * for hours, unless keepalives are enabled.
 */
const KEPT_ALIVE = { tcp_keepalives_idle: '5', tcp_keepalives_interval: '2', tcp_keepalives_count: '3' };

/** The lock belongs to the connection, so it is released when the process dies. */
export async function acquireProjectorLock(databaseUrl: string): Promise<Lock | 'taken'> {
  const client = new pg.Client({
    ...buildConnectionOptions(databaseUrl, { applicationName: 'grandlivre-projector-lock', settings: KEPT_ALIVE }),
    statement_timeout: 0,
    query_timeout: 0,
  });
  translateStatements(client, databaseUrl);
  let onLost: () => void = () => undefined;
  client.on('error', () => onLost());
  client.on('end', () => onLost());
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>({
      text: 'SELECT pg_try_advisory_lock($1) AS taken',
      values: [PROJECTOR_LOCK],
      ...withTimeout(PROMPT.answerMs),
    });
    if (!rows[0]?.taken) {
      await endWithTimeout(client);
      return 'taken';
    }
  } catch (error) {
    await endWithTimeout(client);
    throw error;
  }
  return {
    onLost: (handler) => (onLost = handler),
    async release() {
      onLost = () => undefined;
      await endWithTimeout(client);
    },
  };
}

/** Whether a process holds the right to project. */
export async function isProjectorRunning(connection: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await connection.query<{ held: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${PROJECTOR_LOCK}
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held`,
  );
  return rows[0]!.held;
}
