import type pg from 'pg';
import { readTables } from '../engine/tables.ts';

/** The number of records of a resource, and a digest by which a client can check that it has the same ones. */
export interface Digest {
  readonly resource: string;
  readonly count: number;
  readonly digest: string;
}

/** The resources of the feed with the names of their read tables. */
export type FeedTables = readonly { readonly resource: string; readonly table: string }[];

/**
 * The sum of the first four bytes of SHA-256 over `id:version`, which every platform can compute. Plain SQL, because the
 * tables are only known when the subjects are put together.
 */
export function createDigestReader(tables: FeedTables): (pool: pg.Pool, companyId: number) => Promise<Digest[]> {
  const digest = `coalesce(sum(('x' || encode(substring(sha256(convert_to(id || ':' || version, 'UTF8')) FROM 1 FOR 4), 'hex'))::bit(32)::bigint), 0)::text`;
  const text = buildUnionQuery(tables, `count(*)::bigint AS count, ${digest} AS digest`);
  return async (pool, companyId) =>
    (await pool.query<Digest>({ name: 'feed-digests', text, values: [companyId] })).rows;
}

/** Number of records per resource, without hashing each one. */
export function createCountReader(
  tables: FeedTables,
): (pool: pg.Pool, companyId: number) => Promise<Record<string, number>> {
  const text = buildUnionQuery(tables, 'count(*)::bigint AS count');
  return async (pool, companyId) => {
    const { rows } = await pool.query<Omit<Digest, 'digest'>>({ name: 'feed-counts', text, values: [companyId] });
    return Object.fromEntries(rows.map(({ resource, count }) => [resource, count]));
  };
}

function buildUnionQuery(tables: FeedTables, figures: string): string {
  return tables
    .map(({ resource, table }) => {
      const columns = readTables.find(({ name }) => name === table)?.columns;
      if (!columns) throw new Error(`No read table ${table} for ${resource}`);
      const own = 'company_id' in columns ? 'company_id' : 'id';
      const living = 'deleted_at' in columns ? ' AND deleted_at IS NULL' : '';
      return `SELECT '${resource}' AS resource, ${figures} FROM read.${table} WHERE ${own} = $1::bigint${living}`;
    })
    .join(' UNION ALL ');
}
