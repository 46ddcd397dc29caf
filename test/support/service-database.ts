import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../../database/migrations/index.ts';
import { createPool } from '../../database/pool.ts';
import { createReadIndexes, createReadSchema, LIVE, schemaDigest } from '../../projections/schema.ts';

/** A database of its own for each service under test: a copy of a template that has all its tables already. */
export interface ServiceDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Any number that no other lock of the tests uses. */
const TEMPLATE_LOCK = 7_201_900;

export async function createServiceDatabase(): Promise<ServiceDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run the tests with test/support/global-setup.ts');
  const name = `service_${randomBytes(6).toString('hex')}`;
  await withConnection(server, async (connection) => {
    // Workers of one run share the server: the first one makes the template.
    await connection.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const template = await templateOn(server, connection);
    await connection.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  });
  return { url: databaseOn(server, name), drop: () => withConnection(server, async (connection) => void (await connection.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))) };
}

async function templateOn(server: string, connection: pg.Client): Promise<string> {
  const name = `service_template_${createHash('sha256').update(`${schemaDigest}${migrate.toString()}`).digest('hex').slice(0, 12)}`;
  const { rowCount } = await connection.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount) return name;
  const unfinished = `${name}_unfinished`;
  await connection.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
  await connection.query(`CREATE DATABASE ${unfinished}`);
  const pool = createPool(databaseOn(server, unfinished), { max: 1 });
  try {
    await migrate(pool);
    await createReadSchema(pool, LIVE);
    await createReadIndexes(pool, LIVE);
  } finally {
    await pool.end();
  }
  await connection.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  return name;
}

async function withConnection(url: string, work: (connection: pg.Client) => Promise<void>): Promise<void> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    await work(connection);
  } finally {
    await connection.end();
  }
}

function databaseOn(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}
