import type pg from 'pg';
import type { EventLog } from '../../eventlog/port.ts';
import { runWithoutLimit } from '../../database/pool.ts';
import { runAlone } from './exclusive-work.ts';
import { createReadSchema, LIVE } from './schema.ts';
import { fillSchema } from './rebuild.ts';
import { SELECT_LIVE_POSITIONS } from './shards.ts';
import { readTables } from './tables.ts';
import type { HaltedStream } from './batch-statement.ts';
import type { ReadTable } from '../support/table.ts';

/** Verifies the live tables against the log: replays it into separate tables, each shard to its position, and compares. */

export type Verification =
  | {
      readonly equal: true;
      readonly position: number;
      readonly rows: number;
      /** Streams that neither the live tables nor the replay could project to the end: equal there does not mean complete. */
      readonly halted: readonly HaltedStream[];
    }
  | { readonly equal: false; readonly position: number; readonly table: string; readonly difference: Difference };

export interface Difference {
  readonly key: string;
  /** The row as text in the live tables; null if it is missing there. */
  readonly live: string | null;
  /** The row according to the log. */
  readonly replayed: string | null;
}

/** Empty tables that the log is replayed into. */
export interface ReplayTables {
  readonly connection: pg.Pool;
  readonly schema: string;
  createTables(): Promise<void>;
  discard(): Promise<void>;
}

const ASIDE = 'read_verify';

/** Tables beside the live ones, in the same database. */
function createTablesAside(connection: pg.Pool): ReplayTables {
  return {
    connection,
    schema: ASIDE,
    createTables: () => createReadSchema(connection, ASIDE),
    discard: async () => {
      await connection.query(`DROP SCHEMA IF EXISTS ${ASIDE} CASCADE`);
    },
  };
}

/** Takes three connections of the pool, or one if the log is replayed into tables elsewhere. */
export function verifyReadTables(
  connection: pg.Pool,
  log: EventLog,
  tables: ReplayTables = createTablesAside(connection),
): Promise<Verification> {
  return runAlone(connection, 'verification', () => verifyExclusively(connection, log, tables));
}

async function verifyExclusively(connection: pg.Pool, log: EventLog, tables: ReplayTables): Promise<Verification> {
  return runWithoutLimit(connection, (live) => compareTables(live, log, tables));
}

async function compareTables(live: Run, log: EventLog, tables: ReplayTables): Promise<Verification> {
  const { connection, schema } = tables;
  try {
    // One snapshot of the live tables, regardless of concurrent writes.
    await live('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await live<{ positions: number[] }>(SELECT_LIVE_POSITIONS);
    const { positions } = rows[0]!;
    const position = Math.min(...positions);
    await tables.createTables();
    const replayed = await fillSchema(connection, log, schema);
    await replayed.fillUpTo(positions);
    const liveDigests = await computeDigests(live, LIVE, await listFilledTables(live, LIVE));
    const replayedDigests = await runWithoutLimit(connection, (run) => computeDigests(run, schema));
    const total = replayedDigests.reduce((sum, { count }) => sum + count, 0);
    for (const [index, table] of readTables.entries()) {
      if (liveDigests[index]!.digest === replayedDigests[index]!.digest) continue;
      return {
        equal: false,
        position,
        table: table.name,
        difference: await runWithoutLimit(connection, (aside) => findFirstDifference(live, aside, schema, table)),
      };
    }
    return { equal: true, position, rows: total, halted: replayed.halted };
  } finally {
    await live('ROLLBACK').catch(() => undefined);
    await tables.discard().catch(() => undefined);
  }
}

type Run = Parameters<Parameters<typeof runWithoutLimit>[1]>[0];

interface Digest {
  readonly count: number;
  readonly digest: string;
}

/**
 * Digests of all tables in one statement, in the order of the tables. Independent of row order: the number of rows and
 * the sum of their hashes. Each hash covers the row as text, so that an amount with other decimals differs. Raw SQL,
 * because query builders do not support rows as values.
 */
async function computeDigests(run: Run, schema: string, filled?: ReadonlySet<string>): Promise<readonly Digest[]> {
  const ofTables = readTables.flatMap((table, index) =>
    filled?.has(table.name) === false
      ? []
      : `SELECT ${index} AS place, count(*) AS count, count(*) || ':' || coalesce(sum(hashtextextended(ROW(${listColumns(table)})::text, 0)), 0) AS digest FROM ${schema}.${table.name} t`,
  );
  const digests: Digest[] = readTables.map(() => NO_ROWS);
  if (ofTables.length === 0) return digests;
  const text = `${ofTables.join(' UNION ALL ')} ORDER BY place`;
  // Under a name only if the next one is the same.
  const { rows } = await run<Digest & { place: number }>(text, filled ? undefined : `digests of ${schema}`);
  for (const row of rows) digests[row.place] = row;
  return digests;
}

const NO_ROWS: Digest = { count: 0, digest: '0:0' };

/** Planning a statement over a hundred empty tables takes longer than reading the others. */
async function listFilledTables(run: Run, schema: string): Promise<ReadonlySet<string>> {
  const { rows } = await run<{ name: string }>(
    `SELECT DISTINCT coalesce(parent.relname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class parent ON parent.oid = i.inhparent
     WHERE n.nspname = '${schema}' AND c.relkind = 'r' AND pg_relation_size(c.oid) > 0`,
  );
  return new Set(rows.map(({ name }) => name));
}

async function findFirstDifference(live: Run, aside: Run, schema: string, table: ReadTable): Promise<Difference> {
  const page = 5_000;
  const order = table.key.join(', ');
  for (let offset = 0; ; offset += page) {
    const buildPageQuery = (of: string) =>
      `SELECT concat_ws(':', ${order}) AS key, ${buildRowText(table)} AS text FROM ${of}.${table.name} t ORDER BY ${order} LIMIT ${page} OFFSET ${offset}`;
    const [left, right] = [await live<KeyedRow>(buildPageQuery(LIVE)), await aside<KeyedRow>(buildPageQuery(schema))];
    for (let index = 0; index < Math.max(left.rows.length, right.rows.length); index += 1) {
      const [here, there] = [left.rows[index], right.rows[index]];
      if (here?.key === there?.key && here?.text === there?.text) continue;
      const [key, isLeftMissing, isRightMissing] = findMissingSide(here, there, left.rows, right.rows);
      return {
        key,
        live: isLeftMissing ? null : (here?.text ?? null),
        replayed: isRightMissing ? null : (there?.text ?? null),
      };
    }
    if (left.rows.length < page && right.rows.length < page) return { key: '', live: null, replayed: null };
  }
}

interface KeyedRow {
  key: string;
  text: string;
}

function findMissingSide(
  here: KeyedRow | undefined,
  there: KeyedRow | undefined,
  left: KeyedRow[],
  right: KeyedRow[],
): [string, boolean, boolean] {
  if (here?.key === there?.key) return [here?.key ?? '', false, false];
  if (there && !left.some(({ key }) => key === there.key)) return [there.key, true, false];
  if (here && !right.some(({ key }) => key === here.key)) return [here.key, false, true];
  return [here?.key ?? there?.key ?? '', !here, !there];
}

/** For people to read: building a row as JSON takes twice as long as its plain text. */
const buildRowText = (table: ReadTable): string => `row_to_json(ROW(${listColumns(table)}))::text`;

/** Columns by name, so that their order in the table does not matter. */
function listColumns(table: ReadTable): string {
  return Object.keys(table.columns)
    .map((name) => `t.${name}`)
    .join(', ');
}
