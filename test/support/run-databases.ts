import pg from 'pg';

/** The prefix of the databases of one test run, which are dropped at its end. */
export const getRunPrefix = (run = process.env['TEST_RUN'] ?? '0'): string => `grandlivre_run_${run}_`;

/** On a server that outlives the run they would pile up. */
export async function dropRunDatabases(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [getRunPrefix()],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}
