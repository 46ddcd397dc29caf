import type { Queryable } from '../../database/snapshot.ts';
import { LIVE } from './schema.ts';
import { toColumnType } from './table-statements.ts';
import { readTables } from './tables.ts';

/** The live tables according to the server's catalog, regardless of the version that created them. */

export interface LiveColumn {
  /** Spelled as the server does. */
  readonly type: string;
  readonly isRequired: boolean;
}

export interface LiveTable {
  readonly columns: ReadonlyMap<string, LiveColumn>;
  readonly key: readonly string[];
  readonly bytes: number;
}

export async function readLiveTables(connection: Queryable): Promise<ReadonlyMap<string, LiveTable>> {
  const { rows } = await connection.query<{
    name: string;
    columns: Record<string, { type: string; required: boolean }>;
    key: string[] | null;
    bytes: number;
  }>(
    `SELECT c.relname AS name,
       (SELECT sum(pg_relation_size(relid)) FROM pg_partition_tree(c.oid)) AS bytes,
       (SELECT jsonb_object_agg(a.attname, jsonb_build_object('type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull))
        FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
       (SELECT array_agg(a.attname::text ORDER BY k.place) FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS k(attnum, place), pg_attribute a
        WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid AND a.attnum = k.attnum) AS key
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = '${LIVE}' AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  );
  return new Map(
    rows.map(({ name, columns, key, bytes }) => [
      name,
      {
        columns: new Map(
          Object.entries(columns).map(([column, { type, required }]) => [column, { type, isRequired: required }]),
        ),
        key: key ?? [],
        bytes,
      },
    ]),
  );
}

/** Tables of this version that do not exist yet because they are being built. */
export async function findMissingTables(connection: Queryable): Promise<ReadonlySet<string>> {
  const { rows } = await connection.query<{ name: string }>({
    name: 'missing-tables',
    text: `SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass('${LIVE}.' || name) IS NULL`,
    values: [readTables.map(({ name }) => name)],
  });
  return new Set(rows.map(({ name }) => name));
}

export const isRequiredColumn = (declaration: string): boolean => declaration.includes(' NOT NULL');

const NAMES: Readonly<Record<string, string>> = {
  timestamptz: 'timestamp with time zone',
  bool: 'boolean',
  int: 'integer',
};

/** The server's spelling of a type: `timestamptz` → `timestamp with time zone`. */
export function toServerType(declaration: string): string {
  const type = toColumnType(declaration)
    .replace(/ (?:DEFAULT|PRIMARY|REFERENCES|CHECK|GENERATED)\b.*$/, '')
    .replace(/, /g, ',');
  const isArray = type.endsWith('[]');
  const plain = isArray ? type.slice(0, -2) : type;
  return `${NAMES[plain] ?? plain}${isArray ? '[]' : ''}`;
}
