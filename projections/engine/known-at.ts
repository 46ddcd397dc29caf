import pg from 'pg';
import type { KeptColumns, PastMoment, ReadTable } from '../support/table.ts';
import { companyColumnOf } from './earlier-rows.ts';
import { readTables } from './tables.ts';

/**
 * The read tables as they were at an earlier moment. Statements stay as they are: where one names a table of `read`, it is given the
 * rows of that moment instead, by a common table expression in front of it. So whatever is read now can be read as it was.
 */

const tables = new Map(readTables.filter(({ past }) => past !== undefined).map((table) => [table.name, table]));

/** A pool whose statements read the company file as it was known at the moment, in UTC. */
export function knownAt(pool: pg.Pool, companyId: number, moment: string): pg.Pool {
  return withStatements(pool, { company: String(companyId), at: `timestamptz ${pg.escapeLiteral(moment)}` });
}

/** What connections that read a moment are made of. */
const sources = new WeakMap<object, { readonly connection: pg.PoolClient; readonly past: PastMoment }>();

/** The clock may have gone back a little in between, so that more than the last one is looked at. */
const LAST_EVENTS = 1_000;

/**
 * Of a connection that reads a moment, and sees one instant: the tables themselves, where nothing was recorded between the two. They
 * say the same, and are read by their indexes. Any other connection is given back as it is.
 */
export async function nearestTables(connection: pg.PoolClient): Promise<pg.PoolClient> {
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

/** The same pool or connection, with other texts of its statements. */
function withStatements<Source extends pg.Pool | pg.PoolClient>(source: Source, past: PastMoment): Source {
  const rewrite = (text: string): string => textAt(text, past);
  const sent = (statement: unknown): unknown => {
    if (typeof statement === 'string') return rewrite(statement);
    // Without a name: it is another statement at each moment, and not worth being kept.
    const { name: _name, text, ...rest } = statement as pg.QueryConfig;
    return { ...rest, text: rewrite(text) };
  };
  return new Proxy(source, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      const call = (...given: unknown[]): unknown => Reflect.apply(value, target, given);
      if (property === 'query') return (statement: unknown, ...rest: unknown[]) => call(sent(statement), ...rest);
      if (property === 'connect')
        return (taken: (error: Error | undefined, client: pg.PoolClient | undefined, release: unknown) => void) =>
          call((error: Error | undefined, client: pg.PoolClient | undefined, release: unknown) =>
            taken(error, client && connectionAt(client, past), release),
          );
      return call;
    },
  });
}

function connectionAt(connection: pg.PoolClient, past: PastMoment): pg.PoolClient {
  const rewritten = withStatements(connection, past);
  sources.set(rewritten, { connection, past });
  return rewritten;
}

const NAMED = /"read"\."([a-z_]+)"|\bread\.([a-z_]+)/g;
const OWN_PARTS = /^\s*with\s+(recursive\s+)?/i;

function textAt(text: string, moment: PastMoment): string {
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
  const all = [...parts].map(([name, rows]) => `past_${name} AS NOT MATERIALIZED (${rows})`).join(', ');
  return own ? `WITH ${own[1] ?? ''}${all}, ${rewritten.slice(own[0].length)}` : `WITH ${all} ${rewritten}`;
}

/** Behind those that it is made of. */
function addPart(
  parts: Map<string, string>,
  table: ReadTable,
  moment: PastMoment,
  isNamed: (column: string) => boolean,
): void {
  if (parts.has(table.name)) return;
  const past = table.past!;
  if (past === 'kept') {
    parts.set(table.name, keptRows(table, moment));
    return;
  }
  if ('changing' in past) {
    parts.set(table.name, changingRows(table, past, moment));
    return;
  }
  for (const name of past.of) addPart(parts, tables.get(name)!, moment, isNamed);
  parts.set(table.name, past.rows(moment, isNamed));
}

/** One row of the table is one of then; of one that has changed since, each column has what it was before its first change. */
function changingRows(table: ReadTable, { changing }: KeptColumns, { company, at }: PastMoment): string {
  const valueOf = (column: string, declaration: string): string => {
    if (!changing.includes(column)) return `t.${column}`;
    const type = declaration.split(' ')[0]!;
    const before = `SELECT jsonb_build_array(x.before -> '${column}') FROM read.earlier_rows x
          WHERE x.company_id = ${company} AND x.table_name = '${table.name}' AND x.row_id = t.id AND x.until > ${at}
            AND x.before ? '${column}' ORDER BY x.position LIMIT 1`;
    return `CASE WHEN t.updated_at <= ${at} THEN t.${column}
        ELSE (coalesce((${before}), jsonb_build_array(t.${column})) ->> 0)::${type} END AS ${column}`;
  };
  const columns = Object.entries(table.columns).map(([column, declaration]) => valueOf(column, declaration));
  return `SELECT ${columns.join(', ')} FROM read.${table.name} t WHERE t.company_id = ${company} AND t.created_at <= ${at}`;
}

/** Rows that have not changed since come from the table with its indexes; the others get back what they were at first. */
function keptRows(table: ReadTable, { company, at }: PastMoment): string {
  // What was removed for good is gone from every moment.
  const isKept = 'purged_at' in table.columns ? ' AND t.purged_at IS NULL' : '';
  const isThere = `t.${companyColumnOf(table)} = ${company} AND t.created_at <= ${at}${isKept}`;
  const later = `x.company_id = ${company} AND x.table_name = '${table.name}' AND x.until > ${at}`;
  const of = (alias: string): string =>
    Object.keys(table.columns)
      .map((column) => `${alias}.${column}`)
      .join(', ');
  return `SELECT ${of('t')} FROM read.${table.name} t
      WHERE ${isThere} AND NOT EXISTS (SELECT 1 FROM read.earlier_rows x WHERE ${later} AND x.row_id = t.id)
    UNION ALL
    SELECT ${of('r')} FROM (
        SELECT x.row_id, jsonb_object_agg(v.key, v.value ORDER BY x.position DESC) AS before
        FROM read.earlier_rows x CROSS JOIN LATERAL jsonb_each(x.before) v WHERE ${later} GROUP BY x.row_id) u
      JOIN read.${table.name} t ON t.id = u.row_id CROSS JOIN LATERAL jsonb_populate_record(t, u.before) r
      WHERE ${isThere}`;
}
