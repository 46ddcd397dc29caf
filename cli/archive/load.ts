import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { startEmbeddedServer } from '../../database/embedded/index.ts';
import { migrate, unknownMigrations } from '../../database/schema-migrations/index.ts';
import { createPool } from '../../database/pool.ts';
import { UserMistake } from '../script.ts';
import { tablesOf, type KeptTable } from './dump.ts';
import { readArchive, wholeBody, type BackupHeader } from './format.ts';

export interface Loaded {
  readonly header: BackupHeader;
  readonly events: number;
  readonly files: number;
}

/** Nothing is ever written over data that is there. @throws UserMistake */
export async function refuseUnlessEmpty(dataDir: string): Promise<void> {
  const present = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (present.length > 0)
    throw new UserMistake(`${dataDir} is not empty: move it away, or set DATA_DIR to a folder that is new`);
}

/** Fills an empty data folder from a backup. The read tables are made by whoever starts on it next. */
export async function load(path: string, dataDir: string, onProgress: (text: string) => void): Promise<Loaded> {
  // The head is looked at before anything is made.
  const header = await headerOf(path);
  const unknown = unknownMigrations(header.migrations);
  if (unknown.length > 0)
    throw new UserMistake(`${path} was made by a newer version of Grandlivre (it knows ${unknown.join(', ')})`);
  const server = await startEmbeddedServer({ dataDir, mode: 'join-or-start' });
  try {
    const pool = createPool(server.url, { max: 2, applicationName: 'grandlivre-restore' });
    try {
      await migrate(pool, header.migrations);
      return { header, ...(await fill(path, pool, dataDir, onProgress)) };
    } finally {
      await pool.end();
    }
  } finally {
    await server.stop();
  }
}

async function headerOf(path: string): Promise<BackupHeader> {
  for await (const { record } of readArchive(path)) if (record.kind === 'grandlivre-backup') return record;
  throw new UserMistake(`${path} is no backup of Grandlivre`);
}

async function fill(
  path: string,
  pool: pg.Pool,
  dataDir: string,
  onProgress: (text: string) => void,
): Promise<Omit<Loaded, 'header'>> {
  const tables = new Map((await tablesOf(pool)).map((table) => [table.name, table]));
  await pool.query(`TRUNCATE ${[...tables.keys()].join(', ')}`);
  let [events, files] = [0, 0];
  for await (const { record, body } of readArchive(path)) {
    if (record.kind === 'rows') {
      const table = tables.get(record.table);
      if (!table) throw new UserMistake(`${path} has a table that its migrations do not make: ${record.table}`);
      const rows = JSON.parse((await wholeBody(body())).toString()) as (string | null)[][];
      await insert(pool, table, record.columns, rows);
      if (record.table === 'log.events') onProgress(`${(events += rows.length)} events`);
    } else if (record.kind === 'file') {
      const to = placeOf(dataDir, record.path);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await pipeline(body(), createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
      onProgress(`${(files += 1)} files`);
    } else if (record.kind === 'end' && (record.events !== events || record.files !== files)) {
      throw new UserMistake(
        `${path} says that it holds ${record.events} events and ${record.files} files, and does not`,
      );
    }
  }
  // Whatever its number on this server is: it is a copy, and the next start treats it as such.
  await pool.query('UPDATE ops.standing SET made_as = 0').catch(() => undefined);
  return { events, files };
}

/** A path in a file from elsewhere leads nowhere but below the folder. */
function placeOf(dataDir: string, path: string): string {
  const local = normalize(path);
  if (local !== 'app.key' && !/^files[\\/][a-z]+[\\/][0-9a-f]{2}[\\/][0-9a-f]{64}$/.test(local))
    throw new UserMistake(`The backup names a file that no backup has: ${path}`);
  return join(dataDir, local);
}

async function insert(
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
