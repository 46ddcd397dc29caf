import pg from 'pg';
import { buildConnectionOptions, RELAXED } from '../../database/pool.ts';
import { BEGINNING } from '../../eventlog/port.ts';
import { createReadSchema } from '../../projections/engine/schema.ts';
import { readTables } from '../../projections/engine/tables.ts';
import type { ReplayTables } from '../../projections/engine/verify.ts';
import { copyTemplate, buildDatabaseUrl } from './database.ts';
import { getRunPrefix } from './run-databases.ts';

/**
 * Tables without indexes that logs are replayed into, made once for all checks of a process: making forty tables and
 * dropping them again takes several times as long as replaying what a test has written.
 */

const SCHEMA = 'read_replayed';

let made: Promise<ReplayTables> | null = null;
/** One check at a time. */
let turn: Promise<unknown> = Promise.resolve();

export function withReplayTables<T>(work: (tables: ReplayTables) => Promise<T>): Promise<T> {
  const result = turn.then(async () => work(await (made ??= makeTables())));
  turn = result.catch(() => undefined);
  return result;
}

async function makeTables(): Promise<ReplayTables> {
  const name = `${getRunPrefix()}replay_${process.pid}`;
  await copyTemplate('migrated', name);
  // Connections stay, because what they know of the tables costs them more than the replay; they keep no process alive.
  const connection = new pg.Pool({
    ...buildConnectionOptions(buildDatabaseUrl(name), { applicationName: 'grandlivre-replay', settings: RELAXED }),
    max: 2,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  connection.on('error', () => undefined);
  await createReadSchema(connection, SCHEMA);
  return {
    connection,
    schema: SCHEMA,
    createTables: () => emptyTables(connection),
    discard: () => Promise.resolve(),
  };
}

/** Above this limit a table is created again, because deleted rows remain on disk and slow down later checks. */
const LARGE_BYTES = 2 ** 20;

/** Only what has rows is touched: most tests write to a few of the tables. */
async function emptyTables(connection: pg.Pool): Promise<void> {
  const filled = readTables.map(
    ({ name }) => `
      SELECT '${name}' AS name, pg_relation_size('${SCHEMA}.${name}') > ${LARGE_BYTES} AS is_large
      WHERE EXISTS (SELECT FROM ${SCHEMA}.${name})`,
  );
  // Under a name it is planned once for all checks.
  const { rows } = await connection.query<{ name: string; is_large: boolean }>({
    name: 'filled tables',
    text: filled.join(' UNION ALL '),
  });
  await connection.query(
    [
      ...rows.map(({ name, is_large }) => `${is_large ? 'TRUNCATE' : 'DELETE FROM'} ${SCHEMA}.${name}`),
      `UPDATE ${SCHEMA}.checkpoint SET position = ${BEGINNING}, generation = gen_random_uuid()`,
    ].join('; '),
  );
}
