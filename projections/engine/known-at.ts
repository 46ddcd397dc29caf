import pg from 'pg';
import type { KeptColumns, PastMoment, ReadTable } from '../support/table.ts';
import { getCompanyColumn } from './earlier-rows.ts';
import { readTables } from './tables.ts';
import { isTrashTable, NOT_PURGED } from '../support/trash.ts';

/**
 * The read tables as they were at an earlier moment. Statements do not change: each table of `read` that they name is
 * replaced by a common table expression with the rows of that moment. So every current query also works for the past.
 */

const tables = new Map(readTables.filter(({ past }) => past !== undefined).map((table) => [table.name, table]));

const MIDDLE_OF_MONTH = 15;

/** A pool whose statements read the company file as it was known at the given moment, in UTC. */
export function createPastPool(pool: pg.Pool, companyId: number, moment: string): pg.Pool {
  const at = `timestamptz ${pg.escapeLiteral(moment)}`;
  const isLate = Number(moment.slice('2026-05-'.length, '2026-05-17'.length)) > MIDDLE_OF_MONTH;
  const past = withPastStatements(pool, { company: String(companyId), at, isLate });
  presents.set(past, pool);
  return past;
}

const presents = new WeakMap<pg.Pool, pg.Pool>();

/** The pool behind a pool of the past, for what a request needs as it is now. Any other pool is returned unchanged. */
export const getPresentPool = (pool: pg.Pool): pg.Pool => presents.get(pool) ?? pool;

/** The original connection and moment behind each rewritten connection. */
const sources = new WeakMap<object, { readonly connection: pg.PoolClient; readonly past: PastMoment }>();

/** More than the last event is checked, because the clock may have gone back a little in between. */
const LAST_EVENTS = 1_000;

/**
 * For a connection that reads a past moment in one snapshot: returns the plain connection if nothing was recorded since
 * that moment. The tables then hold the same rows and can be read by their indexes. Any other connection is returned
 * unchanged.
 */
export async function selectFastestConnection(connection: pg.PoolClient): Promise<pg.PoolClient> {
  const source = sources.get(connection);
  if (!source) return connection;
  const { company, at } = source.past;
  const { rows } = await source.connection.query<{ changed: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM read.earlier_rows WHERE company_id = ${company} AND table_name = 'companies' AND until > ${at})
      OR EXISTS (SELECT 1 FROM (
        SELECT recorded_at FROM read.activity WHERE company_id = ${company} ORDER BY position DESC LIMIT ${LAST_EVENTS}) AS last
        WHERE recorded_at > ${at}) AS changed`,
  );
  return rows[0]!.changed ? connection : source.connection;
}

/** The same pool or connection, with rewritten statements. */
function withPastStatements<Source extends pg.Pool | pg.PoolClient>(source: Source, past: PastMoment): Source {
  const rewriteText = (text: string): string => rewriteForMoment(text, past);
  const rewriteStatement = (statement: unknown): unknown => {
    if (typeof statement === 'string') return rewriteText(statement);
    // No name: the statement differs for each moment and is not worth preparing.
    const { name: _name, text, ...rest } = statement as pg.QueryConfig;
    return { ...rest, text: rewriteText(text) };
  };
  return new Proxy(source, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      const callOriginal = (...given: unknown[]): unknown => Reflect.apply(value, target, given);
      if (property === 'query')
        return (statement: unknown, ...rest: unknown[]) => callOriginal(rewriteStatement(statement), ...rest);
      if (property === 'connect')
        return (taken: (error: Error | undefined, client: pg.PoolClient | undefined, release: unknown) => void) =>
          callOriginal((error: Error | undefined, client: pg.PoolClient | undefined, release: unknown) =>
            taken(error, client && wrapConnection(client, past), release),
          );
      return callOriginal;
    },
  });
}

function wrapConnection(connection: pg.PoolClient, past: PastMoment): pg.PoolClient {
  const rewritten = withPastStatements(connection, past);
  sources.set(rewritten, { connection, past });
  return rewritten;
}

const NAMED = /"read"\."([a-z_]+)"|\bread\.([a-z_]+)/g;
const OWN_PARTS = /^\s*with\s+(recursive\s+)?/i;

function rewriteForMoment(text: string, moment: PastMoment): string {
  const parts = new Map<string, string>();
  const isNamed = (column: string): boolean => new RegExp(`\\b${column}\\b`).test(text);
  const rewritten = text.replace(NAMED, (named: string, quoted: string | undefined, plain: string | undefined) => {
    const table = tables.get(quoted ?? plain ?? '');
    if (!table) return named;
    addPart(parts, table, moment, isNamed);
    return `past_${table.name}`;
  });
  if (parts.size === 0) return text;
  const own = OWN_PARTS.exec(rewritten);
  const all = [...parts].map(([name, rows]) => `past_${name} AS ${chooseStorage(name)} (${rows})`).join(', ');
  return own ? `WITH ${own[1] ?? ''}${all}, ${rewritten.slice(own[0].length)}` : `WITH ${all} ${rewritten}`;
}

function chooseStorage(name: string): 'MATERIALIZED' | 'NOT MATERIALIZED' {
  const past = tables.get(name)!.past!;
  return typeof past === 'object' && 'of' in past && past.isDerivedOnce ? 'MATERIALIZED' : 'NOT MATERIALIZED';
}

/** Adds the tables it is derived from first. */
function addPart(
  parts: Map<string, string>,
  table: ReadTable,
  moment: PastMoment,
  isNamed: (column: string) => boolean,
): void {
  if (parts.has(table.name)) return;
  const past = table.past!;
  if (past === 'kept') {
    parts.set(table.name, buildKeptRows(table, moment));
    return;
  }
  if ('changing' in past) {
    parts.set(table.name, buildChangingRows(table, past, moment, isNamed));
    return;
  }
  for (const name of past.of) addPart(parts, tables.get(name)!, moment, isNamed);
  parts.set(table.name, past.buildRows(moment, isNamed));
}

/**
 * Each row of the table is a row of the past; a column that has changed since takes its value before the first later
 * change.
 */
function buildChangingRows(
  table: ReadTable,
  { changing, buildBound }: KeptColumns,
  moment: PastMoment,
  isNamed: (column: string) => boolean,
): string {
  const { company, at } = moment;
  const buildColumn = (column: string, declaration: string): string => {
    if (!changing.includes(column)) return `t.${column}`;
    const type = declaration.split(' ')[0]!;
    const before = `SELECT jsonb_build_array(x.before -> '${column}') FROM read.earlier_rows x
          WHERE x.company_id = ${company} AND x.table_name = '${table.name}' AND x.row_id = t.id AND x.until > ${at}
            AND x.before ? '${column}' ORDER BY x.position LIMIT 1`;
    return `CASE WHEN t.updated_at <= ${at} THEN t.${column}
        ELSE (coalesce((${before}), jsonb_build_array(t.${column})) ->> 0)::${type} END AS ${column}`;
  };
  const columns = Object.entries(table.columns).map(([column, declaration]) => buildColumn(column, declaration));
  const bound = buildBound?.(moment, isNamed) ?? null;
  const conditions = [`t.company_id = ${company}`, `t.created_at <= ${at}`, ...(bound === null ? [] : [bound])];
  return `SELECT ${columns.join(', ')} FROM read.${table.name} t WHERE ${conditions.join(' AND ')}`;
}

/** Rows unchanged since then come from the table with its indexes; the others get their earlier values. */
function buildKeptRows(table: ReadTable, { company, at }: PastMoment): string {
  // Purged rows are gone from every moment.
  const isKept = isTrashTable(table) ? ` AND t.${NOT_PURGED}` : '';
  const isThere = `t.${getCompanyColumn(table)} = ${company} AND t.created_at <= ${at}${isKept}`;
  const later = `x.company_id = ${company} AND x.table_name = '${table.name}' AND x.until > ${at}`;
  const listColumns = (alias: string): string =>
    Object.keys(table.columns)
      .map((column) => `${alias}.${column}`)
      .join(', ');
  return `SELECT ${listColumns('t')} FROM read.${table.name} t
      WHERE ${isThere} AND NOT EXISTS (SELECT 1 FROM read.earlier_rows x WHERE ${later} AND x.row_id = t.id)
    UNION ALL
    SELECT ${listColumns('r')} FROM (
        SELECT x.row_id, jsonb_object_agg(v.key, v.value ORDER BY x.position DESC) AS before
        FROM read.earlier_rows x CROSS JOIN LATERAL jsonb_each(x.before) v WHERE ${later} GROUP BY x.row_id) u
      JOIN read.${table.name} t ON t.id = u.row_id CROSS JOIN LATERAL jsonb_populate_record(t, u.before) r
      WHERE ${isThere}`;
}
