import type pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { inTransaction } from '../../database/dedicated-connection.ts';
import { isOnlyProcess } from '../../database/live-processes.ts';
import type { ReadTable } from '../support/table.ts';
import { LIVE, schemaDigest } from './schema.ts';
import { isRequired, liveTables, nameOfType, type LiveTable } from './live-tables.ts';
import { columnType } from './table-statements.ts';
import { activity, changes, readTables } from './tables.ts';

/**
 * Makes the tables of an earlier version such that this one can read and write them until its own are made: columns that
 * came are added, columns that went may stay empty. A table that this version cannot use so much as for a while is taken
 * away, so that whoever asks for it is told so, and nobody is shown what is wrong.
 */

/** Tables that the projector cannot work without. */
const INDISPENSABLE: ReadonlySet<string> = new Set([activity.name, changes.name]);
/** Larger ones are not written anew while everybody waits. */
const CONVERTED_BYTES = 16 * 1024 * 1024;
const ATTEMPTS = 20;
const PAUSE_MS = 200;
/** Below the second after which the server looks for deadlocks: it is the bridge that gives way, never a reader. */
const LOCK_TIMEOUT_MS = 500;

interface Change {
  readonly table: string;
  readonly sql: string;
}

interface Plan {
  readonly changes: readonly Change[];
  /** Tables that are there and of no use. */
  readonly useless: readonly string[];
}

/** False when it cannot be done: then tables must be made before anything is served. */
export async function bridgeTables(pool: pg.Pool): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(pool, async (connection) => {
        await connection.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
        return bridge(connection);
      });
    } catch (error) {
      if (!isLockTrouble(error)) throw error;
      if (attempt === ATTEMPTS) return false;
      await pause(PAUSE_MS);
    }
  }
}

async function bridge(connection: pg.PoolClient): Promise<boolean> {
  const live = await liveTables(connection);
  const plan = planOf(readTables, live);
  const useless = new Set(plan.useless);
  for (const { table, sql } of plan.changes)
    if (!useless.has(table) && !(await isDone(connection, sql))) useless.add(table);
  const isBroken = [...INDISPENSABLE].some((name) => useless.has(name) || !live.has(name));
  // An earlier version that still serves needs what this one cannot use.
  if (isBroken || (useless.size > 0 && !(await isOnlyProcess(connection)))) {
    await connection.query('ROLLBACK AND CHAIN');
    return false;
  }
  for (const name of useless) await connection.query(`DROP TABLE ${LIVE}.${name}`);
  await connection.query(`ALTER TABLE ${LIVE}.checkpoint ADD COLUMN IF NOT EXISTS bridged_to text`);
  await connection.query(`UPDATE ${LIVE}.checkpoint SET bridged_to = $1`, [schemaDigest]);
  return true;
}

/** A value that does not become one of another type makes its table useless, and nothing else. */
async function isDone(connection: pg.PoolClient, sql: string): Promise<boolean> {
  await connection.query('SAVEPOINT bridge');
  try {
    await connection.query(sql);
    return true;
  } catch (error) {
    if (!isOfTypes(error)) throw error;
    await connection.query('ROLLBACK TO SAVEPOINT bridge');
    return false;
  }
}

/** What makes the live tables usable, as far as they can be. */
export function planOf(declared: readonly ReadTable[], live: ReadonlyMap<string, LiveTable>): Plan {
  const changes: Change[] = [];
  const useless: string[] = [];
  for (const table of declared) {
    const there = live.get(table.name);
    if (!there) continue;
    const needed = changesOf(table, there);
    if (needed === null) useless.push(table.name);
    else changes.push(...needed.map((sql) => ({ table: table.name, sql: `ALTER TABLE ${LIVE}.${table.name} ${sql}` })));
  }
  return { changes, useless };
}

/** Null when the table is of no use. */
function changesOf(table: ReadTable, live: LiveTable): string[] | null {
  if (table.key.join() !== live.key.join()) return null;
  const changes: string[] = [];
  for (const [name, declaration] of Object.entries(table.columns)) {
    const column = live.columns.get(name);
    if (!column) {
      const added = addedColumn(table, name, declaration);
      if (added === null) return null;
      changes.push(added);
      continue;
    }
    if (column.type !== nameOfType(declaration)) {
      if (live.bytes > CONVERTED_BYTES || table.key.includes(name)) return null;
      const type = columnType(declaration);
      changes.push(`ALTER COLUMN ${name} TYPE ${type} USING ${name}::${type}`);
    }
    if (column.isRequired && !isRequired(declaration) && !table.key.includes(name))
      changes.push(`ALTER COLUMN ${name} DROP NOT NULL`);
    // Rows from before may lack what this version relies on.
    if (!column.isRequired && isRequired(declaration)) return null;
  }
  for (const [name, { isRequired: mustBeFilled }] of live.columns)
    if (mustBeFilled && !(name in table.columns)) changes.push(`ALTER COLUMN ${name} DROP NOT NULL`);
  return changes;
}

/** A sum that begins in the middle would be wrong, and so would a value that nobody has said anything about. */
function addedColumn(table: ReadTable, name: string, declaration: string): string | null {
  if (table.key.includes(name) || table.added?.includes(name)) return null;
  const earlier = table.earlier?.[name];
  if (earlier !== undefined) return `ADD COLUMN ${name} ${declaration} DEFAULT ${earlier}`;
  return isRequired(declaration) ? null : `ADD COLUMN ${name} ${declaration}`;
}

/** A value that is none of the new type, types that do not become one another, indexes that do not allow it. */
function isOfTypes(error: unknown): boolean {
  return /^(?:22|42|0A)/.test(String((error as { code?: unknown }).code));
}

function isLockTrouble(error: unknown): boolean {
  return ['40P01', '55P03'].includes(String((error as { code?: unknown }).code));
}
