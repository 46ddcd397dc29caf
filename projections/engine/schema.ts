import { createHash } from 'node:crypto';
import type pg from 'pg';
import { unhurried } from '../../database/pool.ts';
import { BEGINNING } from '../../eventlog/port.ts';
import type { ReadTable } from '../support/table.ts';
import { createIndexes, createTable, createTrigramIndex } from './table-statements.ts';
import { readTables } from './tables.ts';

/** The schema `read`: no migrations, because it is made from the log whenever its declaration changes. */

export const LIVE = 'read';

/** Raised by hand when a projector writes other rows from the same events. */
const PROJECTION_VERSION = 1;

export const schemaDigest = createHash('sha256')
  .update(
    JSON.stringify([
      PROJECTION_VERSION,
      readTables.map((table) => [
        createTable('s', table),
        createIndexes('s', table),
        createTrigramIndex('s', table, ''),
      ]),
    ]),
  )
  .digest('hex');

/** Without indexes yet: a table that is filled from the log gets them at the end, in one go. */
export async function createReadSchema(connection: Pick<pg.Pool, 'query'>, schema: string): Promise<void> {
  await connection.query(`
    DROP SCHEMA IF EXISTS ${schema} CASCADE;
    CREATE SCHEMA ${schema};
    CREATE TABLE ${schema}.checkpoint (singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton), position bigint NOT NULL, digest text NOT NULL, generation uuid NOT NULL DEFAULT gen_random_uuid());
    INSERT INTO ${schema}.checkpoint (position, digest) VALUES (${BEGINNING}, '${schemaDigest}');
    ${readTables.map((table) => createTable(schema, table)).join(';\n')};
  `);
}

/** Two at a time, also of the same table: an index takes one processor, and it takes long when there is much in the table. */
const INDEXES_AT_ONCE = 2;
/** An index of texts that does not fit is made piece by piece, which takes several times as long. */
const INDEX_MEMORY = '256MB';

export async function createReadIndexes(pool: pg.Pool, schema: string): Promise<void> {
  const operators = await trigramOperators(pool);
  const trigramsOf = (table: ReadTable): string | null =>
    operators === null ? null : createTrigramIndex(schema, table, operators);
  // Those of texts take longest, and are begun first; then those of the tables that have most, which hold most as well.
  const waiting = [
    ...readTables.map(trigramsOf).filter((sql) => sql !== null),
    ...readTables
      .map((table) => createIndexes(schema, table))
      .sort((a, b) => b.length - a.length)
      .flat(),
  ];
  const inTurn = (): Promise<void> =>
    unhurried(pool, async (run) => {
      await run(`SET maintenance_work_mem = '${INDEX_MEMORY}'`);
      for (let sql = waiting.shift(); sql !== undefined; sql = waiting.shift()) await run(sql);
      await run('RESET maintenance_work_mem');
    });
  await Promise.all(Array.from({ length: INDEXES_AT_ONCE }, inTurn));
  await unhurried(pool, (run) => run(`ANALYZE ${readTables.map(({ name }) => `${schema}.${name}`).join(', ')}`));
}

/** The operator class of `pg_trgm`, wherever it is installed; null on a server that does not have it. */
async function trigramOperators(connection: Pick<pg.Pool, 'query'>): Promise<string | null> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT quote_ident(n.nspname) || '.gin_trgm_ops' AS name FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'`,
  );
  return rows[0]?.name ?? null;
}

export interface Standing {
  readonly position: number;
  /** Another one means that the tables were made anew, and what a projector remembers of the old ones is void. */
  readonly generation: string;
}

export async function standingOf(connection: Pick<pg.Pool, 'query'>, schema: string): Promise<Standing> {
  const { rows } = await connection.query<Standing>(`SELECT position, generation FROM ${schema}.checkpoint`);
  return rows[0]!;
}

/** Where the live tables stand, or null when there are none of today's shape. */
export async function liveStanding(connection: Pick<pg.Pool, 'query'>): Promise<Standing | null> {
  const { rows: there } = await connection.query<{ there: boolean }>(
    `SELECT to_regclass('${LIVE}.checkpoint') IS NOT NULL AS there`,
  );
  if (!there[0]?.there) return null;
  const { rows } = await connection.query<Standing & { digest: string }>(
    `SELECT position, generation, digest FROM ${LIVE}.checkpoint`,
  );
  return rows[0]?.digest === schemaDigest ? rows[0] : null;
}
