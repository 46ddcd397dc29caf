import pg from 'pg';
import { connectionOptions, PROMPT, within } from '../database/pool.ts';
import { endInTime } from '../database/unresponsive-server.ts';

/** The right to project, of one process at a time. */
export interface Lock {
  onLost(handler: () => void): void;
  release(): Promise<void>;
}

const PROJECTOR_LOCK = 7_201_003;

/**
 * The server lets go of the lock when it notices that the other side is gone, which a network that swallows everything
 * hides for hours unless it looks by itself.
 */
const KEPT_ALIVE = { tcp_keepalives_idle: '5', tcp_keepalives_interval: '2', tcp_keepalives_count: '3' };

/** The lock lives as long as its connection, so that a process that dies gives it up by dying. */
export async function takeLock(databaseUrl: string): Promise<Lock | 'taken'> {
  const client = new pg.Client({
    ...connectionOptions(databaseUrl, { applicationName: 'grandlivre-projector-lock', settings: KEPT_ALIVE }),
    statement_timeout: 0,
    query_timeout: 0,
  });
  let onLost: () => void = () => undefined;
  client.on('error', () => onLost());
  client.on('end', () => onLost());
  try {
    await client.connect();
    const { rows } = await client.query<{ taken: boolean }>({
      text: 'SELECT pg_try_advisory_lock($1) AS taken',
      values: [PROJECTOR_LOCK],
      ...within(PROMPT.answerMs),
    });
    if (!rows[0]?.taken) {
      await endInTime(client);
      return 'taken';
    }
  } catch (error) {
    await endInTime(client);
    throw error;
  }
  return {
    onLost: (handler) => (onLost = handler),
    async release() {
      onLost = () => undefined;
      await endInTime(client);
    },
  };
}

/** Whether some process has the right to project now. */
export async function isProjected(connection: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await connection.query<{ held: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${PROJECTOR_LOCK}
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held`,
  );
  return rows[0]!.held;
}
