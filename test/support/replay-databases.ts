import pg from 'pg';

/** What the names of the databases begin with that the processes of a run replay logs into. */
export const replayDatabases = (run: string): string => `grandlivre_replay_${run}_`;

/** On a server that outlives the run they would pile up. */
export async function dropReplayDatabases(serverUrl: string, run: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [replayDatabases(run)],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}
