import type pg from 'pg';
import { readTables } from '../engine/tables.ts';

/** How many records of a resource are there, and a figure by which a client can tell whether it has the same ones. */
export interface Digest {
  readonly resource: string;
  readonly count: number;
  readonly digest: string;
}

/** The resources of the feed with the names of their read tables. */
export type FeedTables = readonly { readonly resource: string; readonly table: string }[];

/**
 * The first four bytes of SHA-256 over `id:version`, which every platform can compute, added up. Plain SQL, because which tables
 * there are to read is only known when the subjects are put together.
 */
export function digestsOf(tables: FeedTables): (pool: pg.Pool, companyId: number) => Promise<Digest[]> {
  const digest = `coalesce(sum(('x' || encode(substring(sha256(convert_to(id || ':' || version, 'UTF8')) FROM 1 FOR 4), 'hex'))::bit(32)::bigint), 0)::text`;
  const text = overTables(tables, `count(*)::bigint AS count, ${digest} AS digest`);
  return async (pool, companyId) =>
    (await pool.query<Digest>({ name: 'feed-digests', text, values: [companyId] })).rows;
}

/** How many there are of each, without looking at every one of them. */
export function countsOf(tables: FeedTables): (pool: pg.Pool, companyId: number) => Promise<Record<string, number>> {
  const text = overTables(tables, 'count(*)::bigint AS count');
  return async (pool, companyId) => {
    const { rows } = await pool.query<Omit<Digest, 'digest'>>({ name: 'feed-counts', text, values: [companyId] });
    return Object.fromEntries(rows.map(({ resource, count }) => [resource, count]));
  };
}

function overTables(tables: FeedTables, figures: string): string {
  return tables
    .map(({ resource, table }) => {
      const columns = readTables.find(({ name }) => name === table)?.columns;
      if (!columns) throw new Error(`There is no read table ${table} of ${resource}`);
      const own = 'company_id' in columns ? 'company_id' : 'id';
      const living = 'deleted_at' in columns ? ' AND deleted_at IS NULL' : '';
      return `SELECT '${resource}' AS resource, ${figures} FROM read.${table} WHERE ${own} = $1::bigint${living}`;
    })
    .join(' UNION ALL ');
}
