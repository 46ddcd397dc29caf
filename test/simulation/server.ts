import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createPool } from '../../database/pool.ts';
import { migrate } from '../../database/schema-migrations/index.ts';
import { createReadIndexes, createReadSchema, LIVE } from '../../projections/engine/schema.ts';
import { startTestServer } from '../support/postgres-server.ts';

/** A database server whose time and identifiers are those of the simulated world. */
export interface SimulationServer {
  readonly url: string;
  /** Copies the empty database. Returns its address. */
  createDatabase(name: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
}

const TEMPLATE = 'simulation_template';

/** Found before the functions of the same names in `pg_catalog`. */
const CLOCK = `
  CREATE SCHEMA sim;
  CREATE SEQUENCE sim.ids;
  CREATE FUNCTION sim.now() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT pg_catalog.current_setting('sim.now')::timestamptz $$;
  CREATE FUNCTION sim.clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT sim.now() $$;
  CREATE FUNCTION sim.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT sim.now() $$;
  CREATE FUNCTION sim.transaction_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT sim.now() $$;
  CREATE FUNCTION sim.gen_random_uuid() RETURNS uuid LANGUAGE sql VOLATILE
    AS $$ SELECT pg_catalog.md5(pg_catalog.nextval('sim.ids')::text)::uuid $$;
  CREATE FUNCTION sim.random() RETURNS double precision LANGUAGE sql VOLATILE
    AS $$ SELECT (pg_catalog.nextval('sim.ids') * 7919 % 10007) / 10007.0::double precision $$;`;

export async function startServer(): Promise<SimulationServer> {
  const server = await startTestServer();
  try {
    // No password: the simulated network starts its connections itself.
    const rules = join(server.dataDir, 'postgres/pg_hba.conf');
    await writeFile(rules, `host all all 127.0.0.1/32 trust\n${await readFile(rules, 'utf8')}`);
    const administrator = new pg.Client({ connectionString: server.url });
    // When the start fails the server stops first, and the cause must not be hidden by the end of this connection.
    administrator.on('error', () => undefined);
    await administrator.connect();
    // A deadlock is detected before a request counts as waiting.
    await administrator.query(`ALTER SYSTEM SET deadlock_timeout = '10ms'`);
    await administrator.query(`ALTER SYSTEM SET synchronize_seqscans = off`);
    // The server counts changed rows in the time of the real world, and the service analyses tables by that count.
    await administrator.query(`ALTER SYSTEM SET track_counts = off`);
    // Whoever writes a page to the disk keeps statements from tidying it up, at a moment of the real world. A new database
    // makes a checkpoint.
    await administrator.query(`ALTER SYSTEM SET bgwriter_lru_maxpages = 0`);
    await administrator.query(`ALTER SYSTEM SET checkpoint_timeout = '1d'`);
    await administrator.query(`ALTER SYSTEM SET max_wal_size = '100GB'`);
    await administrator.query('SELECT pg_reload_conf()');
    await administrator.query(`CREATE DATABASE ${TEMPLATE}`);
    await administrator.query(
      `ALTER DATABASE ${TEMPLATE} SET search_path = sim, pg_catalog, public; ALTER DATABASE ${TEMPLATE} SET sim.now = '2026-06-15'`,
    );
    await fillTemplate(withDatabase(server.url, TEMPLATE));
    return {
      url: server.url,
      async createDatabase(name) {
        await administrator.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
        await administrator.query(
          `ALTER DATABASE ${name} SET search_path = sim, pg_catalog, public; ALTER DATABASE ${name} SET sim.now = '2026-06-15'`,
        );
        return withDatabase(server.url, name);
      },
      async dropDatabase(name) {
        await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
      },
      async stop() {
        await administrator.end();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function fillTemplate(url: string): Promise<void> {
  const pool = createPool(url, { max: 1 });
  try {
    await pool.query(CLOCK);
    await migrate(pool);
    await createReadSchema(pool, LIVE);
    await createReadIndexes(pool, LIVE);
  } finally {
    await pool.end();
  }
}

function withDatabase(url: string, name: string): string {
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}
