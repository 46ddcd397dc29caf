import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import pg from 'pg';
import { passFaultPoint } from '../../database/fault-point.ts';
import { runInTransaction } from '../../database/dedicated-connection.ts';
import { MARK_NAME } from '../../outside/files/names.ts';
import type { PersonalKey } from '../../stores/vault/personal-key.ts';
import { VERSION } from '../../support/version.ts';
import type { ArchiveWriter } from './format.ts';
import { isLeftOut, isSealedTable, sealRows } from './personal-rows.ts';

/** Everything that cannot be rebuilt, in one consistent snapshot, while the service keeps running. */
export interface Dumped {
  readonly events: number;
  readonly files: number;
  readonly position: number;
}

export interface Source {
  readonly pool: pg.Pool;
  readonly dataDir: string;
  /** Number of keys in the vault. */
  readonly keys: number;
  /** Seals rows with personal data. */
  readonly key: PersonalKey;
}

/** Files of the data folder other than uploads. */
const OWN_FILES = ['app.key'];
/** Small, because an event can have up to a megabyte. */
const ROWS_AT_ONCE = 50;

export async function dumpInstallation(
  { pool, dataDir, keys, key }: Source,
  archive: ArchiveWriter,
  onProgress: (text: string) => void,
): Promise<Dumped> {
  const { own, ...ofDatabase } = await runInTransaction(
    pool,
    async (connection) => {
      await connection.query('SET LOCAL statement_timeout = 0');
      const { rows: applied } = await connection.query<{ name: string }>(
        'SELECT name FROM public.grandlivre_migrations ORDER BY name',
      );
      const { rows: end } = await connection.query<{ position: number; event_id: string }>(
        'SELECT position, event_id FROM log.events ORDER BY position DESC LIMIT 1',
      );
      await archive.write({
        kind: 'grandlivre-backup',
        format: 1,
        made_at: new Date().toISOString(),
        version: VERSION,
        migrations: applied.map(({ name }) => name),
        position: end[0]?.position ?? -1,
        event_id: end[0]?.event_id ?? null,
        keys,
      });
      // A restore needs the key of the service to open the keys of the vault, and those to open the rows.
      const own = await dumpFiles(dataDir, OWN_FILES, archive);
      let events = 0;
      for (const table of await listStoredTables(connection)) {
        if (isLeftOut(table.name)) continue;
        const rows = await dumpTable(connection, { ...table, key }, archive, (count) =>
          onProgress(table.name === 'log.events' ? `${count} events` : `${table.name}: ${count} rows`),
        );
        if (table.name === 'log.events') events = rows;
      }
      await dumpIdentities(connection, archive);
      return { events, own, position: end[0]?.position ?? -1 };
    },
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  );
  // After the database: a file exists before the log refers to it, and never changes.
  const uploaded = await dumpFiles(dataDir, await listUploads(dataDir), archive, (count) =>
    onProgress(`${count} files`),
  );
  const files = own + uploaded;
  await archive.write({ kind: 'end', events: ofDatabase.events, files });
  return { ...ofDatabase, files };
}

export interface KeptTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

type Connection = Pick<pg.PoolClient, 'query'>;

/** The tables of `log` and `ops`; those of `read` are rebuilt from the log. */
export async function listStoredTables(connection: Connection): Promise<KeptTable[]> {
  const { rows } = await connection.query<KeptTable>(`
    SELECT n.nspname || '.' || c.relname AS name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE n.nspname IN ('log', 'ops') AND c.relkind = 'r' GROUP BY 1 ORDER BY 1`);
  return rows;
}

async function dumpTable(
  connection: Connection,
  { name, columns, key }: KeptTable & { readonly key: PersonalKey },
  archive: ArchiveWriter,
  onRows: (count: number) => void,
): Promise<number> {
  const names = columns.map((column) => column.name);
  const texts = names.map((column) => `${pg.escapeIdentifier(column)}::text`).join(', ');
  const order = name === 'log.events' ? ' ORDER BY position' : '';
  await connection.query(`DECLARE kept NO SCROLL CURSOR FOR SELECT ${texts} FROM ${name}${order}`);
  let count = 0;
  for (;;) {
    const { rows } = await connection.query<(string | null)[]>({
      text: `FETCH ${ROWS_AT_ONCE} FROM kept`,
      rowMode: 'array',
    });
    if (rows.length === 0) break;
    const text = JSON.stringify(rows);
    const body = isSealedTable(name) ? sealRows(key, name, text) : Buffer.from(text);
    const sealed = isSealedTable(name) ? { is_sealed: true as const } : {};
    await archive.write({ kind: 'rows', table: name, columns: names, bytes: body.length, ...sealed }, body);
    passFaultPoint('backup-rows');
    onRows((count += rows.length));
  }
  await connection.query('CLOSE kept');
  return count;
}

export interface IdentityColumn {
  readonly table: string;
  readonly column: string;
  readonly sequence: string;
}

export async function listIdentityColumns(connection: Connection): Promise<IdentityColumn[]> {
  const { rows } = await connection.query<IdentityColumn>(`
    SELECT n.nspname || '.' || c.relname AS "table", a.attname AS "column",
      pg_get_serial_sequence(n.nspname || '.' || quote_ident(c.relname), a.attname) AS sequence
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> '' AND NOT a.attisdropped
    WHERE n.nspname IN ('log', 'ops') AND c.relkind = 'r' ORDER BY 1, 2`);
  return rows;
}

/** Numbers of deleted rows are not given again after a restore. */
async function dumpIdentities(connection: Connection, archive: ArchiveWriter): Promise<void> {
  for (const { table, column, sequence } of await listIdentityColumns(connection)) {
    const { rows } = await connection.query<{ last: string }>(
      `SELECT last_value::text AS last FROM ${sequence} WHERE is_called`,
    );
    if (rows[0]) await archive.write({ kind: 'identity', table, column, last: rows[0].last });
  }
}

async function listUploads(dataDir: string): Promise<readonly string[]> {
  const uploaded = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(ignoreMissing);
  return (
    uploaded
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
      // Files still being uploaded are not referenced yet.
      .filter((path) => !path.startsWith(join('files', 'incoming')))
      // The restored files are another store, which gets its own.
      .filter((path) => path !== join('files', MARK_NAME))
      .sort()
  );
}

async function dumpFiles(
  dataDir: string,
  paths: readonly string[],
  archive: ArchiveWriter,
  onFiles?: (count: number) => void,
): Promise<number> {
  let count = 0;
  for (const path of paths) {
    const facts = await stat(join(dataDir, path)).catch(() => null);
    if (facts === null) continue;
    const { size } = facts;
    await archive.writeStream(
      { kind: 'file', path, bytes: size },
      size === 0 ? emptyStream() : createReadStream(join(dataDir, path), { end: size - 1 }),
    );
    count += 1;
    onFiles?.(count);
  }
  return count;
}

const ignoreMissing = (error: NodeJS.ErrnoException): [] => {
  if (error.code === 'ENOENT') return [];
  throw error;
};

async function* emptyStream(): AsyncGenerator<Buffer> {
  // Yields nothing.
}
