import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { startEmbeddedServer } from '../../database/embedded/index.ts';
import { migrate, listUnknownMigrations } from '../../database/schema-migrations/index.ts';
import { createPool } from '../../database/pool.ts';
import { UserMistake } from '../script.ts';
import { listStoredTables, type KeptTable } from './dump.ts';
import { readArchive, readWholeBody, type BackupHeader } from './format.ts';

export interface Loaded {
  readonly header: BackupHeader;
  readonly events: number;
  readonly files: number;
}

/** Existing data is never overwritten. @throws UserMistake */
export async function requireEmptyFolder(dataDir: string): Promise<void> {
  const present = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (present.length > 0)
    throw new UserMistake(`${dataDir} is not empty: move it away, or set DATA_DIR to a new folder`);
}

/** Fills an empty data folder from a backup. The read tables are rebuilt at the next start. */
export async function loadBackup(path: string, dataDir: string, onProgress: (text: string) => void): Promise<Loaded> {
  // Check the header before creating anything.
  const header = await readHeader(path);
  const unknown = listUnknownMigrations(header.migrations);
  if (unknown.length > 0)
    throw new UserMistake(`${path} was made by a newer version of Grandlivre (with ${unknown.join(', ')})`);
  const server = await startEmbeddedServer({ dataDir, mode: 'join-or-start' });
  try {
    const pool = createPool(server.url, { max: 2, applicationName: 'grandlivre-restore' });
    try {
      await migrate(pool, header.migrations);
      return { header, ...(await fillTables(path, pool, dataDir, onProgress)) };
    } finally {
      await pool.end();
    }
  } finally {
    await server.stop();
  }
}

async function readHeader(path: string): Promise<BackupHeader> {
  for await (const { record } of readArchive(path)) if (record.kind === 'grandlivre-backup') return record;
  throw new UserMistake(`${path} is not a Grandlivre backup`);
}

async function fillTables(
  path: string,
  pool: pg.Pool,
  dataDir: string,
  onProgress: (text: string) => void,
): Promise<Omit<Loaded, 'header'>> {
  const tables = new Map((await listStoredTables(pool)).map((table) => [table.name, table]));
  await pool.query(`TRUNCATE ${[...tables.keys()].join(', ')}`);
  let [events, files] = [0, 0];
  for await (const { record, readBody } of readArchive(path)) {
    if (record.kind === 'rows') {
      const table = tables.get(record.table);
      if (!table) throw new UserMistake(`${path} contains a table that its migrations do not create: ${record.table}`);
      const rows = JSON.parse((await readWholeBody(readBody())).toString()) as (string | null)[][];
      await insertRows(pool, table, record.columns, rows);
      if (record.table === 'log.events') onProgress(`${(events += rows.length)} events`);
    } else if (record.kind === 'file') {
      const to = resolvePath(dataDir, record.path);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await pipeline(readBody(), createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
      onProgress(`${(files += 1)} files`);
    } else if (record.kind === 'end' && (record.events !== events || record.files !== files)) {
      throw new UserMistake(`${path} should contain ${record.events} events and ${record.files} files, but does not`);
    }
  }
  // Marks the data as a copy, so that the next start treats it as such, whatever its number on this server.
  await pool.query('UPDATE ops.standing SET made_as = 0').catch(() => undefined);
  return { events, files };
}

/** Paths in an untrusted file must stay within the data folder. */
function resolvePath(dataDir: string, path: string): string {
  const local = normalize(path);
  if (local !== 'app.key' && !/^files[\\/][a-z]+[\\/][0-9a-f]{2}[\\/][0-9a-f]{64}$/.test(local))
    throw new UserMistake(`The backup contains an unexpected file: ${path}`);
  return join(dataDir, local);
}

async function insertRows(
  pool: pg.Pool,
  table: KeptTable,
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  const names = columns.map(pg.escapeIdentifier);
  const values = columns.map((column, index) => `r.c${index}::${types.get(column) ?? 'text'}`);
  const given = columns.map((_, index) => `$${index + 1}::text[]`);
  await pool.query(
    `INSERT INTO ${table.name} (${names.join(', ')}) SELECT ${values.join(', ')}
     FROM unnest(${given.join(', ')}) AS r(${columns.map((_, index) => `c${index}`).join(', ')})`,
    columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  );
}
