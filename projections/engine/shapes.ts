import type pg from 'pg';
import { LIVE, schemaDigest, type Standing } from './schema.ts';
import { columnType } from './table-statements.ts';
import { readTables } from './tables.ts';

/** What the live tables are to this version of the service. */
export type LiveShape =
  { readonly kind: 'none' } | { readonly kind: 'own' | 'usable' | 'older' | 'newer'; readonly standing: Standing };

type Connection = Pick<pg.Pool, 'query'>;

/**
 * `usable`: made by an earlier version, with the same columns, so that they can be read and written until others are made;
 * `older`: without; `newer`: made by a later version, which nobody replaces but whoever asks for it.
 */
export async function liveShape(connection: Connection): Promise<LiveShape> {
  const { rows: there } = await connection.query<{ there: boolean }>(
    `SELECT to_regclass('${LIVE}.checkpoint') IS NOT NULL AS there`,
  );
  if (!there[0]?.there) return { kind: 'none' };
  const { rows } = await connection.query<Standing & { digest: string; is_newer: boolean }>(
    `SELECT position, generation, digest, coalesce((SELECT number FROM ops.shapes s WHERE s.digest = c.digest)
       > (SELECT number FROM ops.shapes s WHERE s.digest = $1), false) AS is_newer FROM ${LIVE}.checkpoint c`,
    [schemaDigest],
  );
  const row = rows[0];
  if (!row) return { kind: 'none' };
  const standing = { position: row.position, generation: row.generation };
  if (row.digest === schemaDigest) return { kind: 'own', standing };
  if (row.is_newer) return { kind: 'newer', standing };
  return { kind: (await hasSameColumns(connection, row.digest)) ? 'usable' : 'older', standing };
}

/** Where tables stand that can be read, whoever made them; null when there are none. */
export async function readableStanding(connection: Connection): Promise<Standing | null> {
  const shape = await liveShape(connection);
  return shape.kind === 'own' || shape.kind === 'usable' ? shape.standing : null;
}

/** A version that was never seen before is newer than all that were. */
export async function registerShape(connection: Connection): Promise<void> {
  await connection.query(
    `INSERT INTO ops.shapes (digest, number) SELECT $1, coalesce(max(number), 0) + 1 FROM ops.shapes ON CONFLICT (digest) DO NOTHING`,
    [schemaDigest],
  );
}

/** Whoever makes tables on purpose is the newest, also an earlier version that is gone back to. */
export const NEWEST_SHAPE = `
  INSERT INTO ops.shapes (digest, number) SELECT '${schemaDigest}', coalesce(max(number), 0) + 1 FROM ops.shapes
  ON CONFLICT (digest) DO UPDATE SET number = excluded.number`;

const compared = new Map<string, boolean>();

async function hasSameColumns(connection: Connection, digest: string): Promise<boolean> {
  const known = compared.get(digest);
  if (known !== undefined) return known;
  const { rows } = await connection.query<{ name: string; columns: string }>(
    `SELECT c.relname AS name, string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ',' ORDER BY a.attname COLLATE "C") AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE n.nspname = '${LIVE}' AND c.relkind = 'r' GROUP BY c.relname`,
  );
  const live = new Map(rows.map(({ name, columns }) => [name, columns]));
  const same = readTables.every(({ name, columns }) => {
    const declared = Object.entries(columns)
      .map(([column, type]) => `${column} ${nameOfType(type)}`)
      .sort()
      .join(',');
    return live.get(name) === declared;
  });
  compared.set(digest, same);
  return same;
}

const NAMES: Readonly<Record<string, string>> = {
  timestamptz: 'timestamp with time zone',
  bool: 'boolean',
  int: 'integer',
};

/** As the server spells it: `timestamptz` → `timestamp with time zone`. */
function nameOfType(declaration: string): string {
  const type = columnType(declaration)
    .replace(/ (?:DEFAULT|PRIMARY|REFERENCES|CHECK|GENERATED)\b.*$/, '')
    .replace(/, /g, ',');
  const isArray = type.endsWith('[]');
  const plain = isArray ? type.slice(0, -2) : type;
  return `${NAMES[plain] ?? plain}${isArray ? '[]' : ''}`;
}
