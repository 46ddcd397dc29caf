import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../database/schema-migrations/index.ts';
import { buildConnectionOptions, createPool } from '../../database/pool.ts';
import { createReadIndexes, createReadSchema, LIVE, findLiveStanding } from '../../projections/engine/schema.ts';

/** A separate database for a suite, copied from a template on the server of TEST_DATABASE_URL. */
export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  readonly pool: pg.Pool;
  drop(): Promise<void>;
}

/** `migrated` has the schemas `log` and `ops`; `tables` has empty read tables with their indexes as well. */
export type Template = 'migrated' | 'tables';

const TEMPLATES: Readonly<Record<Template, string>> = {
  migrated: 'grandlivre_test_template',
  tables: 'grandlivre_test_tables',
};
/** Any number that no other lock uses. */
const TEMPLATE_LOCK = 7_201_901;

const prepared = new Set<Template>();

/** Copies a template, or a database without connections. */
export async function createTestDatabase(
  template: Template | { readonly name: string } = 'migrated',
): Promise<TestDatabase> {
  const name = `grandlivre_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  if (typeof template === 'string') await copyTemplate(template, name);
  else await copyDatabase(template.name, name);
  const url = buildDatabaseUrl(name);
  const pool = createPool(url);
  return {
    name,
    url,
    pool,
    async drop() {
      if (!pool.ended) await pool.end();
      await runAsAdministrator(async (client) => {
        await waitForSessionsToEnd(client, name);
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      });
    },
  };
}

export function copyTemplate(template: Template, name: string): Promise<void> {
  return copyDatabase(TEMPLATES[template], name, async (client) => {
    if (!prepared.has(template)) await prepareTemplate(client, template);
    prepared.add(template);
  });
}

export async function copyDatabase(
  source: string,
  name: string,
  prepare: (client: pg.ClientBase) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await runAsAdministrator(async (client) => {
    // A database that someone is connected to cannot be copied: one worker at a time prepares and copies.
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    try {
      await prepare(client);
      await waitForSessionsToEnd(client, source);
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY FILE_COPY`);
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
    }
  });
}

/** A pool that has ended leaves sessions behind for an instant; cut off then, they would end the process with an error. */
async function waitForSessionsToEnd(client: pg.ClientBase, database: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1', [database]);
    if (rowCount === 0) return;
    await pause(20);
  }
}

async function prepareTemplate(client: pg.ClientBase, template: Template): Promise<void> {
  const name = TEMPLATES[template];
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
  const pool = createPool(buildDatabaseUrl(name), { max: 2 });
  try {
    await migrate(pool);
    // On a server that outlives the run they may be those of another version.
    if (template === 'tables' && (await findLiveStanding(pool)) === null) {
      await createReadSchema(pool, LIVE);
      await createReadIndexes(pool, LIVE);
    }
  } finally {
    await pool.end();
  }
  // The server lets go of a connection an instant after the client has.
  await client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [name]);
}

/** Keeps connections for the next database that is created or dropped. They do not keep the process alive. */
let administrators: { readonly url: string; readonly pool: pg.Pool } | null = null;

/** Whoever takes a lock gives it back. */
export async function runAsAdministrator(work: (client: pg.ClientBase) => Promise<unknown>): Promise<void> {
  const url = getServerUrl();
  if (administrators?.url !== url) administrators = { url, pool: getAdministratorPool(url) };
  const client = await administrators.pool.connect();
  try {
    await work(client);
  } catch (error) {
    // Whatever state it left the session in ends with it.
    client.release(true);
    throw error;
  }
  client.release();
}

function getAdministratorPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    ...buildConnectionOptions(url, { applicationName: 'grandlivre-test' }),
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  pool.on('error', () => undefined);
  return pool;
}

function getServerUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_DATABASE_URL names the server of the tests; test/support/global-setup.ts sets it');
  return url;
}

export function buildDatabaseUrl(database: string): string {
  const url = new URL(getServerUrl());
  url.pathname = `/${database}`;
  return url.href;
}

/** A database that is copied by tests is not to be recognised as a copy of another one. */
export async function clearDatabaseIdentity(url: string): Promise<void> {
  const client = new pg.Client(buildConnectionOptions(url, { applicationName: 'grandlivre-test' }));
  await client.connect();
  try {
    await client.query('UPDATE ops.standing SET made_as = NULL');
    await client.query('UPDATE ops.log SET file_mark = NULL, file_place = NULL');
  } finally {
    await client.end();
  }
}
