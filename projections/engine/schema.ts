import { createHash } from 'node:crypto';
import type pg from 'pg';
import { runWithoutLimit } from '../../database/pool.ts';
import { BEGINNING } from '../../eventlog/port.ts';
import type { ReadTable } from '../support/table.ts';
import { buildCreateIndexes, buildCreateTable, buildCreateTrigramIndex } from './table-statements.ts';
import { changes, readTables } from './tables.ts';

/** The schema `read`. It has no migrations: it is rebuilt from the log whenever its declaration changes. */

export const LIVE = 'read';

/**
 * Raised by hand when a projector writes different rows from the same events. 2: the position of the live tables is in
 * `ops.projector_shards`, where versions before 1.3 would not look for it.
 */
const PROJECTION_VERSION = 2;

export const schemaDigest = createHash('sha256')
  .update(
    JSON.stringify([
      PROJECTION_VERSION,
      readTables.map((table) => [
        buildCreateTable('s', table),
        buildCreateIndexes('s', table),
        buildCreateTrigramIndex('s', table, ''),
      ]),
    ]),
  )
  .digest('hex');

/**
 * Without indexes: a table filled from the log gets them at the end, all at once. Tables of company files are divided
 * into partitions by company.
 */
export async function createReadSchema(
  connection: Pick<pg.Pool, 'query'>,
  schema: string,
  partitions = 1,
): Promise<void> {
  await connection.query(`
    DROP SCHEMA IF EXISTS ${schema} CASCADE;
    CREATE SCHEMA ${schema};
    CREATE TABLE ${schema}.checkpoint (singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton), position bigint NOT NULL, digest text NOT NULL, generation uuid NOT NULL DEFAULT gen_random_uuid());
    INSERT INTO ${schema}.checkpoint (position, digest) VALUES (${BEGINNING}, '${schemaDigest}');
    ${readTables.map((table) => buildCreateTable(schema, table, partitions)).join(';\n')};
  `);
}

/** Number of partitions of the live tables; null if there are none. */
export async function readPartitions(connection: Pick<pg.Pool, 'query'>): Promise<number | null> {
  const { rows } = await connection.query<{ partitions: number | null }>(
    `SELECT (SELECT greatest(1, count(*)) FROM pg_inherits WHERE inhparent = to_regclass('${LIVE}.${changes.name}'))
       AS partitions WHERE to_regclass('${LIVE}.${changes.name}') IS NOT NULL`,
  );
  return rows[0]?.partitions ?? null;
}

/** Two at a time: building an index uses one processor and takes long on large tables. */
const INDEXES_AT_ONCE = 2;
/** A text index that does not fit in memory is built in pieces, which takes several times as long. */
const INDEX_MEMORY = '256MB';

export async function createReadIndexes(pool: pg.Pool, schema: string): Promise<void> {
  const waiting = await listIndexBuilds(pool, schema);
  const runNextIndexes = (): Promise<void> =>
    runWithoutLimit(pool, async (run) => {
      await run(`SET maintenance_work_mem = '${INDEX_MEMORY}'`);
      for (let build = waiting.shift(); build !== undefined; build = waiting.shift())
        for (const sql of build) await run(sql);
      await run('RESET maintenance_work_mem');
    });
  await Promise.all(Array.from({ length: INDEXES_AT_ONCE }, runNextIndexes));
  await Promise.all(
    divideTables().map((tables) =>
      runWithoutLimit(pool, (run) => run(`ANALYZE ${tables.map(({ name }) => `${schema}.${name}`).join(', ')}`)),
    ),
  );
}

/** Groups that take about as long as each other: tables with the most indexes are the largest, and are dealt out in turn. */
function divideTables(): ReadTable[][] {
  const bySize = readTables.toSorted((a, b) => (b.indexes?.length ?? 0) - (a.indexes?.length ?? 0));
  return dealOut(bySize);
}

/** One part for each connection. */
const dealOut = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: INDEXES_AT_ONCE }, (_, group) =>
    items.filter((_item, index) => index % INDEXES_AT_ONCE === group),
  );

/**
 * Groups of statements that can run at the same time. Text indexes take longest and start first; then the tables with
 * the most indexes, which are also the largest. Indexes of one divided table are a group: the server names those of its
 * partitions, and two that are created at the same time would get the same name. Most tables have no rows: their indexes
 * are made by one statement of each connection.
 */
async function listIndexBuilds(pool: pg.Pool, schema: string): Promise<string[][]> {
  const operators = await findTrigramOperators(pool);
  const { divided, empty } = await readStorage(pool, schema);
  const trigrams = (table: ReadTable): string[] => {
    const sql = operators === null ? null : buildCreateTrigramIndex(schema, table, operators);
    return sql === null ? [] : [sql];
  };
  const tables = readTables
    .map((table) => ({ table, text: trigrams(table), others: buildCreateIndexes(schema, table) }))
    .sort((a, b) => b.text.length - a.text.length || b.others.length - a.others.length);
  const within = (names: ReadonlySet<string>) => tables.filter(({ table }) => names.has(table.name));
  const filled = tables.filter(({ table }) => !divided.has(table.name) && !empty.has(table.name));
  return [
    ...within(divided).map(({ text, others }) => [...text, ...others]),
    ...[...filled.flatMap(({ text }) => text), ...filled.flatMap(({ others }) => others)].map((sql) => [sql]),
    ...dealOut(within(empty)).map((some) => [some.flatMap(({ text, others }) => [...text, ...others]).join(';\n')]),
  ];
}

interface Storage {
  /** Tables that consist of partitions. */
  readonly divided: ReadonlySet<string>;
  readonly empty: ReadonlySet<string>;
}

async function readStorage(connection: Pick<pg.Pool, 'query'>, schema: string): Promise<Storage> {
  // The schema is named in the statement, because a prefix of schemas is added to it there.
  const { rows } = await connection.query<{ name: string; is_divided: boolean }>(
    `SELECT c.relname AS name, c.relkind = 'p' AS is_divided
     FROM pg_class c JOIN pg_class known ON known.oid = '${schema}.checkpoint'::regclass
     WHERE c.relnamespace = known.relnamespace
       AND (c.relkind = 'p' OR c.relkind = 'r' AND NOT c.relispartition AND pg_relation_size(c.oid) = 0)`,
  );
  const listNames = (isDivided: boolean) =>
    new Set(rows.filter((row) => row.is_divided === isDivided).map(({ name }) => name));
  return { divided: listNames(true), empty: listNames(false) };
}

/** The operator class of `pg_trgm`, in any schema; null if the extension is not installed. */
async function findTrigramOperators(connection: Pick<pg.Pool, 'query'>): Promise<string | null> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT quote_ident(n.nspname) || '.gin_trgm_ops' AS name FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'`,
  );
  return rows[0]?.name ?? null;
}

export interface Standing {
  readonly position: number;
  /** A new generation means that the tables were rebuilt, and that a projector's cached state is void. */
  readonly generation: string;
}

export async function readStanding(connection: Pick<pg.Pool, 'query'>, schema: string): Promise<Standing> {
  const { rows } = await connection.query<Standing>(`SELECT position, generation FROM ${schema}.checkpoint`);
  return rows[0]!;
}

/** Position of the live tables; null if there are none of the current shape. */
export async function findLiveStanding(connection: Pick<pg.Pool, 'query'>): Promise<Standing | null> {
  const { rows: there } = await connection.query<{ there: boolean }>(
    `SELECT to_regclass('${LIVE}.checkpoint') IS NOT NULL AS there`,
  );
  if (!there[0]?.there) return null;
  const { rows } = await connection.query<Standing & { digest: string }>(
    `SELECT position, generation, digest FROM ${LIVE}.checkpoint`,
  );
  return rows[0]?.digest === schemaDigest ? rows[0] : null;
}
