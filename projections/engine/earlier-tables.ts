import type pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { runInTransaction } from '../../database/dedicated-connection.ts';
import { isOnlyProcess } from '../../database/live-processes.ts';
import type { ReadTable } from '../support/table.ts';
import { LIVE, readPartitions, schemaDigest } from './schema.ts';
import { isRequiredColumn, readLiveTables, toServerType, type LiveTable } from './live-tables.ts';
import { buildCreateIndexes, buildCreateTable, listPrimaryKey, toColumnType } from './table-statements.ts';
import { activity, changes, readTables } from './tables.ts';

/**
 * Adapts the tables of an earlier version so that this version can read and write them until its own tables are built:
 * new columns are added, and removed columns become nullable. A table that cannot be adapted is dropped, so that requests
 * get an error instead of wrong data.
 */

/** Tables that the projector cannot work without. */
const INDISPENSABLE: ReadonlySet<string> = new Set([activity.name, changes.name]);
/** Larger tables are not rewritten while requests wait. */
const CONVERTED_BYTES = 16 * 1024 * 1024;
const ATTEMPTS = 20;
const PAUSE_MS = 200;
/** Below the server's deadlock timeout of one second, so that the bridge gives way and never a reader. */
const LOCK_TIMEOUT_MS = 500;

/** Well below the limits of the connection. With a longer query, the service would not answer for as long. */
const LONGEST_REFILL_MS = 15_000;

interface Change {
  readonly table: string;
  readonly sql: string;
}

interface Plan {
  readonly changes: readonly Change[];
  /** Existing tables that cannot be adapted. */
  readonly useless: readonly string[];
}

/** False when the tables cannot be adapted: they must then be built before the service starts. */
export async function bridgeTables(pool: pg.Pool): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runInTransaction(pool, async (connection) => {
        await connection.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
        return applyBridge(connection);
      });
    } catch (error) {
      if (!isLockError(error)) throw error;
      if (attempt === ATTEMPTS) return false;
      await pause(PAUSE_MS);
    }
  }
}

async function applyBridge(connection: pg.PoolClient): Promise<boolean> {
  const live = await readLiveTables(connection);
  const plan = planBridge(readTables, live);
  const useless = new Set(plan.useless);
  for (const { table, sql } of plan.changes)
    if (!useless.has(table) && !(await tryStatement(connection, sql))) useless.add(table);
  const isBroken = [...INDISPENSABLE].some((name) => useless.has(name) || !live.has(name));
  // An earlier version that is still serving needs the tables that this one cannot use.
  if (isBroken || (useless.size > 0 && !(await isOnlyProcess(connection)))) {
    await connection.query('ROLLBACK AND CHAIN');
    return false;
  }
  await replaceUselessTables(connection, useless);
  await connection.query(`ALTER TABLE ${LIVE}.checkpoint ADD COLUMN IF NOT EXISTS bridged_to text`);
  await connection.query(`UPDATE ${LIVE}.checkpoint SET bridged_to = $1`, [schemaDigest]);
  return true;
}

/** Most stay away until they are rebuilt. A few are made again from other tables. */
async function replaceUselessTables(connection: pg.PoolClient, useless: ReadonlySet<string>): Promise<void> {
  const partitions = (await readPartitions(connection)) ?? 1;
  for (const name of useless) await connection.query(`DROP TABLE ${LIVE}.${name}`);
  for (const table of readTables) if (useless.has(table.name)) await refillTable(connection, table, partitions);
}

/** False when the table has no query for its rows, or when the query fails or takes too long: it then stays away. */
export async function refillTable(
  connection: pg.PoolClient,
  table: ReadTable,
  partitions: number,
  longestMs = LONGEST_REFILL_MS,
): Promise<boolean> {
  if (table.refill === undefined) return false;
  const statements = [
    `SET LOCAL statement_timeout = ${longestMs}`,
    buildCreateTable(LIVE, table, partitions),
    ...buildCreateIndexes(LIVE, table),
    `INSERT INTO ${LIVE}.${table.name} ${table.refill}`,
    'SET LOCAL statement_timeout = DEFAULT',
  ];
  return tryStatement(connection, statements.join(';\n'), (error) => isConversionError(error) || isTimeout(error));
}

/** A value that cannot be converted makes its own table useless, and no other. */
async function tryStatement(
  connection: pg.PoolClient,
  sql: string,
  isExpected: (error: unknown) => boolean = isConversionError,
): Promise<boolean> {
  await connection.query('SAVEPOINT bridge');
  try {
    await connection.query(sql);
    return true;
  } catch (error) {
    if (!isExpected(error)) throw error;
    await connection.query('ROLLBACK TO SAVEPOINT bridge');
    return false;
  }
}

/** Plans the changes that make the live tables usable, as far as possible. */
export function planBridge(declared: readonly ReadTable[], live: ReadonlyMap<string, LiveTable>): Plan {
  const changes: Change[] = [];
  const useless: string[] = [];
  for (const table of declared) {
    const there = live.get(table.name);
    if (!there) continue;
    const needed = planTableChanges(table, there);
    if (needed === null) useless.push(table.name);
    else changes.push(...needed.map((sql) => ({ table: table.name, sql })));
  }
  return { changes, useless };
}

/** Null when the table cannot be adapted. */
function planTableChanges(table: ReadTable, live: LiveTable): string[] | null {
  const changes = planKeyChanges(table, live);
  if (changes === null) return null;
  const alter = (sql: string): void => void changes.push(`ALTER TABLE ${LIVE}.${table.name} ${sql}`);
  for (const [name, declaration] of Object.entries(table.columns)) {
    const column = live.columns.get(name);
    if (!column) {
      const added = buildAddColumn(table, name, declaration);
      if (added === null) return null;
      alter(added);
      continue;
    }
    if (column.type !== toServerType(declaration)) {
      if (live.bytes > CONVERTED_BYTES || table.key.includes(name)) return null;
      const type = toColumnType(declaration);
      alter(`ALTER COLUMN ${name} TYPE ${type} USING ${name}::${type}`);
    }
    if (column.isRequired && !isRequiredColumn(declaration) && !table.key.includes(name))
      alter(`ALTER COLUMN ${name} DROP NOT NULL`);
    if (column.isRequired || !isRequiredColumn(declaration)) continue;
    // Existing rows may lack values that this version relies on.
    const value = table.earlier?.[name];
    if (value === undefined) return null;
    changes.push(`UPDATE ${LIVE}.${table.name} SET ${name} = ${value} WHERE ${name} IS NULL`);
  }
  for (const [name, { isRequired: mustBeFilled }] of live.columns)
    if (mustBeFilled && !(name in table.columns)) alter(`ALTER COLUMN ${name} DROP NOT NULL`);
  return changes;
}

/**
 * A key without the company identifies the same rows. Only a table whose rows are replaced needs an index on its own
 * key.
 */
function planKeyChanges(table: ReadTable, live: LiveTable): string[] | null {
  const key = listPrimaryKey(table).join(', ');
  if (live.key.join(', ') === key) return [];
  if (live.key.join() !== table.key.join()) return null;
  if (table.repeated === 'impossible' || table.repeated === 'updated') return [];
  return live.bytes > CONVERTED_BYTES ? null : [`CREATE UNIQUE INDEX ON ${LIVE}.${table.name} (${key})`];
}

/** Null when no default is declared, or when the column is a sum: a sum that starts midway would be wrong. */
function buildAddColumn(table: ReadTable, name: string, declaration: string): string | null {
  if (table.key.includes(name) || table.added?.includes(name)) return null;
  const earlier = table.earlier?.[name];
  if (earlier !== undefined) return `ADD COLUMN ${name} ${declaration} DEFAULT ${earlier}`;
  return isRequiredColumn(declaration) ? null : `ADD COLUMN ${name} ${declaration}`;
}

/** Invalid values, types that cannot be converted, or indexes that do not allow it. */
function isConversionError(error: unknown): boolean {
  return /^(?:22|42|0A)/.test(String((error as { code?: unknown }).code));
}

function isTimeout(error: unknown): boolean {
  return (error as { code?: unknown }).code === '57014';
}

function isLockError(error: unknown): boolean {
  return ['40P01', '55P03'].includes(String((error as { code?: unknown }).code));
}
