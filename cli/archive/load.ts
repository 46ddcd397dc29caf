import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { passFaultPoint } from '../../database/fault-point.ts';
import { startEmbeddedServer } from '../../database/embedded/index.ts';
import { migrate, listUnknownMigrations } from '../../database/schema-migrations/index.ts';
import { createPool } from '../../database/pool.ts';
import type { PersonalKey } from '../../stores/vault/personal-key.ts';
import { VERSION } from '../../support/version.ts';
import { UserMistake } from '../script.ts';
import { listIdentityColumns, listStoredTables, type KeptTable } from './dump.ts';
import { readArchive, readWholeBody, type BackupHeader, type BackupRecord } from './format.ts';
import { openRows } from './personal-rows.ts';

export interface Loaded {
  readonly header: BackupHeader;
  readonly events: number;
  readonly files: number;
  /** Tables whose rows stay away because there is no key to open them. */
  readonly unopened: readonly string[];
}

/** Fills the vault of the restored installation, if it can, and returns the key of the sealed rows. */
export type KeysOpener = (pool: pg.Pool) => Promise<PersonalKey | null>;

/** Existing data is never overwritten. @throws UserMistake */
export async function requireEmptyFolder(dataDir: string): Promise<void> {
  const present = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (present.some((name) => name !== OF_THE_FILE_SYSTEM))
    throw new UserMistake(`${dataDir} is not empty: move it away, or set DATA_DIR to a new folder`);
}

/** An empty volume of its own contains it. */
const OF_THE_FILE_SYSTEM = 'lost+found';

/** Fills an empty data folder from a backup. The read tables are rebuilt at the next start. */
export async function loadBackup(
  path: string,
  dataDir: string,
  openKeys: KeysOpener,
  onProgress: (text: string) => void,
): Promise<Loaded> {
  // Check the header before creating anything.
  const header = await readHeader(path);
  const unknown = listUnknownMigrations(header.migrations);
  if (unknown.length > 0)
    throw new UserMistake(
      `${path} was made by ${header.version === undefined ? 'a newer version of Grandlivre' : `Grandlivre ${header.version}`}, ` +
        `and this is ${VERSION}, which does not know ${unknown.join(', ')}: restore it with that version or a later one`,
    );
  const server = await startEmbeddedServer({ dataDir, mode: 'join-or-start' });
  try {
    const pool = createPool(server.url, { max: 2, applicationName: 'grandlivre-restore' });
    try {
      await migrate(pool, header.migrations);
      let key: ReturnType<KeysOpener> | null = null;
      const openKeysOnce = (): ReturnType<KeysOpener> => (key ??= openKeys(pool));
      const filled = await fillTables(path, { pool, dataDir, openKeys: openKeysOnce }, onProgress);
      await migrate(pool);
      await openKeysOnce();
      // Marks the data as a copy, so that the next start makes clients resynchronise, whatever its number on this server.
      await pool.query('UPDATE ops.standing SET made_as = 0');
      return { header, ...filled };
    } finally {
      await pool.end();
    }
  } finally {
    await server.stop();
  }
}

export async function readHeader(path: string): Promise<BackupHeader> {
  for await (const { record } of readArchive(path)) if (record.kind === 'grandlivre-backup') return record;
  throw new UserMistake(`${path} is not a Grandlivre backup`);
}

interface Filling {
  readonly pool: pg.Pool;
  readonly dataDir: string;
  readonly openKeys: () => ReturnType<KeysOpener>;
}

async function fillTables(
  path: string,
  { pool, dataDir, openKeys }: Filling,
  onProgress: (text: string) => void,
): Promise<Omit<Loaded, 'header'>> {
  const tables = new Map((await listStoredTables(pool)).map((table) => [table.name, table]));
  await pool.query(`TRUNCATE ${[...tables.keys()].join(', ')}`);
  let [events, files] = [0, 0];
  const identities: IdentityRecord[] = [];
  const unopened = new Set<string>();
  for await (const { record, readBody } of readArchive(path)) {
    if (record.kind === 'rows') {
      const table = tables.get(record.table);
      if (!table) throw new UserMistake(`${path} contains a table that its migrations do not create: ${record.table}`);
      const body = await readWholeBody(readBody());
      const text = record.is_sealed ? await openSealedRows(path, record.table, body, openKeys) : body.toString();
      if (text === null) {
        unopened.add(record.table);
        continue;
      }
      const rows = JSON.parse(text) as (string | null)[][];
      await insertRows(pool, table, record.columns, rows);
      passFaultPoint('restore-rows');
      if (record.table === 'log.events') onProgress(`${(events += rows.length)} events`);
    } else if (record.kind === 'file') {
      const to = resolvePath(dataDir, record.path);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await pipeline(readBody(), createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }));
      onProgress(`${(files += 1)} files`);
      passFaultPoint('restore-files');
    } else if (record.kind === 'identity') {
      identities.push(record);
    } else if (record.kind === 'end' && (record.events !== events || record.files !== files)) {
      throw new UserMistake(`${path} should contain ${record.events} events and ${record.files} files, but does not`);
    }
  }
  await continueIdentities(pool, identities);
  return { events, files, unopened: [...unopened] };
}

async function openSealedRows(
  path: string,
  table: string,
  body: Buffer,
  openKeys: Filling['openKeys'],
): Promise<string | null> {
  const key = await openKeys();
  if (key === null) return null;
  const text = openRows(key, table, body);
  if (text === null) throw new UserMistake(`The keys do not belong to ${path}: rows of ${table} cannot be opened`);
  return text;
}

type IdentityRecord = Extract<BackupRecord, { readonly kind: 'identity' }>;

/** Identity columns go on after the stored number, or after the highest present one if an earlier version stored none. */
async function continueIdentities(pool: pg.Pool, stored: readonly IdentityRecord[]): Promise<void> {
  for (const { table, column, sequence } of await listIdentityColumns(pool)) {
    const last = stored.find((record) => record.table === table && record.column === column)?.last ?? null;
    await pool.query(
      `SELECT setval($1::regclass, last) FROM
         (SELECT greatest($2::bigint, (SELECT max(${pg.escapeIdentifier(column)}) FROM ${table})) AS last) AS given
       WHERE last IS NOT NULL`,
      [sequence, last],
    );
  }
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
    `INSERT INTO ${table.name} (${names.join(', ')}) OVERRIDING SYSTEM VALUE SELECT ${values.join(', ')}
     FROM unnest(${given.join(', ')}) AS r(${columns.map((_, index) => `c${index}`).join(', ')})`,
    columns.map((_, index) => rows.map((row) => row[index] ?? null)),
  );
}
