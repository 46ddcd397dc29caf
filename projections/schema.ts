import { createHash } from 'node:crypto';
import type pg from 'pg';
import { BEGINNING } from '../eventlog/port.ts';
import { createIndexes, createTable } from './support/table.ts';
import { readTables } from './support/tables.ts';

/** The schema `read`: no migrations, because it is made from the log whenever its declaration changes. */

export const LIVE = 'read';

/** Raised by hand when a projector writes other rows from the same events. */
const PROJECTION_VERSION = 1;

export const schemaDigest = createHash('sha256')
  .update(
    JSON.stringify([
      PROJECTION_VERSION,
      readTables.map((table) => [createTable('s', table), createIndexes('s', table)]),
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

export async function createReadIndexes(connection: Pick<pg.Pool, 'query'>, schema: string): Promise<void> {
  for (const table of readTables) for (const sql of createIndexes(schema, table)) await connection.query(sql);
  await connection.query(`ANALYZE ${readTables.map(({ name }) => `${schema}.${name}`).join(', ')}`);
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
