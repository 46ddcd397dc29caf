import pg from 'pg';
import { buildConnectionOptions, PROMPT, withTimeout } from '../database/pool.ts';
import { translateStatements } from '../database/schema-prefix.ts';
import { endWithTimeout } from '../database/unresponsive-server.ts';

/** Prevents every process from projecting while it is held. */
export interface Lock {
  release(): Promise<void>;
}

/**
 * Held in shared mode by processes that project, and exclusively by work during which none may. Versions before 1.3 hold
 * it exclusively to project: while they do, this version does not, and the reverse.
 */
export const PROJECTOR_LOCK = 7_201_003;

/** The lock belongs to the connection, so it is released when the process dies. */
export async function acquireProjectorLock(databaseUrl: string): Promise<Lock | 'taken'> {
  const client = new pg.Client({
    ...buildConnectionOptions(databaseUrl, { applicationName: 'grandlivre-projector-lock' }),
    statement_timeout: 0,
    query_timeout: 0,
  });
  translateStatements(client, databaseUrl);
  client.on('error', () => undefined);
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
  return { release: () => endWithTimeout(client) };
}

/** Whether a process has the right to project. */
export async function isProjectorRunning(connection: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await connection.query<{ held: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${PROJECTOR_LOCK}
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held`,
  );
  return rows[0]!.held;
}
