import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../database/migrations/index.ts';
import { connectionOptions, createPool } from '../../database/pool.ts';

/** A database of its own for a suite: a copy of one that was migrated once, on the server of TEST_DATABASE_URL. */
export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  drop(): Promise<void>;
}

const TEMPLATE = 'grandlivre_test_template';
/** Any number that no other lock uses. */
const TEMPLATE_LOCK = 7_201_901;

let prepared = false;

export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `grandlivre_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await asAdministrator(async (client) => {
    // A template that someone is connected to cannot be copied: one worker at a time prepares and copies.
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    if (!prepared) await prepareTemplate(client);
    prepared = true;
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  });
  const url = urlOf(name);
  const pool = createPool(url);
  return {
    url,
    pool,
    async drop() {
      if (!pool.ended) await pool.end();
      await asAdministrator(async (client) => {
        await sessionsHaveEnded(client, name);
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      });
    },
  };
}

/** A pool that has ended leaves sessions behind for an instant; cut off then, they would end the process with an error. */
async function sessionsHaveEnded(client: pg.Client, database: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1', [database]);
    if (rowCount === 0) return;
    await pause(20);
  }
}

async function prepareTemplate(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [TEMPLATE]);
  if (rowCount === 0) await client.query(`CREATE DATABASE ${TEMPLATE}`);
  const pool = createPool(urlOf(TEMPLATE), { max: 1 });
  await migrate(pool).finally(() => pool.end());
  // The server lets go of a connection an instant after the client has.
  await client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [TEMPLATE]);
}

async function asAdministrator(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(connectionOptions(serverUrl(), 'grandlivre-test'));
  await client.connect();
  // The end of the session also ends its lock.
  await work(client).finally(() => client.end());
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_DATABASE_URL names the server of the tests; test/support/global-setup.ts sets it');
  return url;
}

function urlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}
