import type pg from 'pg';
import type { EventLog } from '../../eventlog/port.ts';
import { unhurried } from '../../database/pool.ts';
import { whileAlone } from './exclusive-work.ts';
import { createReadSchema, LIVE } from './schema.ts';
import { fillSchema } from './rebuild.ts';
import { readTables } from './tables.ts';
import type { HaltedStream } from './batch-statement.ts';
import type { ReadTable } from '../support/table.ts';

/** Proves that the live tables are what the log says: makes them anew aside and compares. */

export type Verification =
  | {
      readonly equal: true;
      readonly position: number;
      readonly rows: number;
      /** Streams that neither the live tables nor the replay could digest to their end: equal there is not complete. */
      readonly halted: readonly HaltedStream[];
    }
  | { readonly equal: false; readonly position: number; readonly table: string; readonly difference: Difference };

export interface Difference {
  readonly key: string;
  /** The row as text in the live tables; null when it is missing there. */
  readonly live: string | null;
  /** The row as the log says. */
  readonly replayed: string | null;
}

/** Empty tables that the log is replayed into. */
export interface ReplayTables {
  readonly connection: pg.Pool;
  readonly schema: string;
  make(): Promise<void>;
  discard(): Promise<void>;
}

const ASIDE = 'read_verify';

/** Tables beside the live ones, in the same database. */
function tablesAside(connection: pg.Pool): ReplayTables {
  return {
    connection,
    schema: ASIDE,
    make: () => createReadSchema(connection, ASIDE),
    discard: async () => {
      await connection.query(`DROP SCHEMA IF EXISTS ${ASIDE} CASCADE`);
    },
  };
}

/** Takes three connections of the pool, or one when the log is replayed into tables elsewhere. */
export function verify(
  connection: pg.Pool,
  log: EventLog,
  tables: ReplayTables = tablesAside(connection),
): Promise<Verification> {
  return whileAlone(connection, 'verification', () => verifyAlone(connection, log, tables));
}

async function verifyAlone(connection: pg.Pool, log: EventLog, tables: ReplayTables): Promise<Verification> {
  return unhurried(connection, (live) => compare(live, log, tables));
}

async function compare(live: Run, log: EventLog, tables: ReplayTables): Promise<Verification> {
  const { connection, schema } = tables;
  try {
    // One snapshot of the live tables, however much is written meanwhile.
    await live('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await live<{ position: number }>(`SELECT position FROM ${LIVE}.checkpoint`);
    const position = rows[0]!.position;
    await tables.make();
    const replayed = await fillSchema(connection, log, schema);
    await replayed.upTo(position);
    const liveDigests = await digests(live, LIVE);
    const replayedDigests = await unhurried(connection, (run) => digests(run, schema));
    const total = replayedDigests.reduce((sum, { count }) => sum + count, 0);
    for (const [index, table] of readTables.entries()) {
      if (liveDigests[index]!.digest === replayedDigests[index]!.digest) continue;
      return {
        equal: false,
        position,
        table: table.name,
        difference: await unhurried(connection, (aside) => firstDifference(live, aside, schema, table)),
      };
    }
    return { equal: true, position, rows: total, halted: replayed.halted };
  } finally {
    await live('ROLLBACK').catch(() => undefined);
    await tables.discard().catch(() => undefined);
  }
}

type Run = Parameters<Parameters<typeof unhurried>[1]>[0];

interface Digest {
  readonly count: number;
  readonly digest: string;
}

/**
 * Of every table, in the order of the tables and in one statement. Independent of the order of rows: the number of rows and
 * the sum of their hashes, each of the row as text, so that an amount with other decimals is another one. Raw SQL,
 * because rows as values are nothing that a builder of queries knows.
 */
async function digests(run: Run, schema: string): Promise<readonly Digest[]> {
  const ofTables = readTables.map(
    (table, index) =>
      `SELECT ${index} AS place, count(*) AS count, count(*) || ':' || coalesce(sum(hashtextextended(ROW(${columnsOf(table)})::text, 0)), 0) AS digest FROM ${schema}.${table.name} t`,
  );
  const { rows } = await run<Digest>(`${ofTables.join(' UNION ALL ')} ORDER BY place`, `digests of ${schema}`);
  return rows;
}

async function firstDifference(live: Run, aside: Run, schema: string, table: ReadTable): Promise<Difference> {
  const page = 5_000;
  const order = table.key.join(', ');
  for (let offset = 0; ; offset += page) {
    const select = (of: string) =>
      `SELECT concat_ws(':', ${order}) AS key, ${rowText(table)} AS text FROM ${of}.${table.name} t ORDER BY ${order} LIMIT ${page} OFFSET ${offset}`;
    const [left, right] = [await live<KeyedRow>(select(LIVE)), await aside<KeyedRow>(select(schema))];
    for (let index = 0; index < Math.max(left.rows.length, right.rows.length); index += 1) {
      const [here, there] = [left.rows[index], right.rows[index]];
      if (here?.key === there?.key && here?.text === there?.text) continue;
      const [key, isLeftMissing, isRightMissing] = whichMissing(here, there, left.rows, right.rows);
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

function whichMissing(
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

/** For people: a row as JSON takes twice as long to make as the plain text of it. */
const rowText = (table: ReadTable): string => `row_to_json(ROW(${columnsOf(table)}))::text`;

/** Columns by name, so that a column's place in the table does not matter. */
function columnsOf(table: ReadTable): string {
  return Object.keys(table.columns)
    .map((name) => `t.${name}`)
    .join(', ');
}
