import { createHash } from 'node:crypto';
import pg from 'pg';
import { readTables } from '../../projections/engine/tables.ts';

/** A hash of the log and of the read tables. The time in them is simulated, so that it is part of the hash. */
export async function computeDigest(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const hash = createHash('sha256');
  try {
    const sources = ['log.events', ...readTables.map(({ name }) => `read.${name}`)];
    for (const source of sources) {
      const { rows } = await client.query<{ rows: string | null }>(
        `SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) AS rows FROM ${source} t`,
      );
      hash.update(`${source} ${rows[0]!.rows}\n`);
    }
  } finally {
    await client.end();
  }
  return hash.digest('hex');
}
