import type pg from 'pg';
import { runInTransaction } from '../../database/dedicated-connection.ts';
import {
  addErasures,
  addKeys,
  announceVaultChange,
  countKeys,
  readArchivedRows,
  recordKeysBackup,
  type ErasureRow,
  type KeyRow,
} from '../../stores/vault/key-archive.ts';
import type { KeyWrap } from '../../stores/vault/key-wrap.ts';
import { UserMistake } from '../script.ts';
import {
  checkKeysFile,
  readKeysFile,
  writeKeysFile,
  type KeysCount,
  type KeysHeader,
  type KeysRecord,
} from './keys-file.ts';

/** Copies keys and erasures between a vault and a file. */

export interface CopiedKeys extends KeysCount {
  readonly made_at: string;
}

export interface VaultRows {
  readonly pool: pg.Pool;
  /** End of the log before the vault is read, so that erasures up to it are in the list. */
  readonly position: number;
}

/** Writes all keys, as they are wrapped, and all erasures. */
export async function writeKeys({ pool, position }: VaultRows, path: string): Promise<CopiedKeys> {
  const { knownKeys, ...written } = await readArchivedRows(pool, async ({ madeAt, knownKeys: known, ...rows }) => {
    async function* listRecords(): AsyncGenerator<KeysRecord> {
      for await (const erasure of rows.listErasures()) yield { kind: 'erasure', erasure };
      for await (const { wrapped, ...key } of rows.listKeys())
        yield { kind: 'key', key: { ...key, wrapped: wrapped.toString('base64') } };
    }
    const counted = await writeKeysFile(path, { kind: 'grandlivre-keys', made_at: madeAt, position }, listRecords());
    return { ...counted, made_at: madeAt, knownKeys: known };
  });
  await recordKeysBackup(pool, { madeAt: written.made_at, knownKeys, position });
  return written;
}

/** Writes the list of erasures alone: ids and moments, nothing that would have to be kept secret. */
export function writeErasures({ pool, position }: VaultRows, path: string): Promise<CopiedKeys> {
  return readArchivedRows(pool, async ({ madeAt, listErasures }) => {
    async function* listRecords(): AsyncGenerator<KeysRecord> {
      for await (const erasure of listErasures()) yield { kind: 'erasure', erasure };
    }
    const header = { kind: 'grandlivre-erasures', made_at: madeAt, position } as const;
    return { ...(await writeKeysFile(path, header, listRecords())), made_at: madeAt };
  });
}

export interface KeysSource {
  /** A backup of the keys; null if there are only lists of erasures. */
  readonly keys: string | null;
  /** Further lists of erasures. */
  readonly erasures: readonly string[];
  /** Erasures that the log has. */
  readonly recorded?: readonly ErasureRow[];
}

export interface LoadedKeys {
  /** The newest of the files: later erasures are known only from the log. */
  readonly made_at: string;
  readonly position: number;
  /** Keys added. */
  readonly keys: number;
  /** Keys of the file that were destroyed since, or whose place is taken by the key of the vault. */
  readonly left_out: number;
  /** Erasures that the vault did not know. */
  readonly erasures: number;
}

const AT_ONCE = 500;

/** Adds the erasures of all files, then the keys that none of them destroys. Everything is checked before. @throws UserMistake */
export async function loadKeys(pool: pg.Pool, wrap: KeyWrap, source: KeysSource): Promise<LoadedKeys> {
  const files = [...(source.keys === null ? [] : [source.keys]), ...source.erasures];
  const headers: (KeysHeader & KeysCount)[] = [];
  for (const file of files) headers.push(await checkKeysFile(file));
  if (source.keys !== null) {
    if (headers[0]!.kind !== 'grandlivre-keys')
      throw new UserMistake(`${source.keys} is a list of erasures and has no keys`);
    await requireOwnKeys(wrap, source.keys);
  }
  const newest = headers.reduce((last, header) => (header.made_at > last.made_at ? header : last));
  return runInTransaction(pool, async (connection) => {
    await connection.query('SET LOCAL statement_timeout = 0');
    const before = await countKeys(connection);
    let keys = 0;
    let erasures = await addErasures(connection, source.recorded ?? []);
    for (const file of files)
      for await (const rows of groupErasures(file)) erasures += await addErasures(connection, rows);
    if (source.keys !== null) for await (const rows of groupKeys(source.keys)) keys += await addKeys(connection, rows);
    // The vault has what the file has, and nothing else: the file is a backup of it.
    if (before === 0 && source.keys !== null)
      await recordKeysBackup(connection, {
        madeAt: headers[0]!.made_at,
        knownKeys: await countKeys(connection),
        position: headers[0]!.position,
      });
    await announceVaultChange(connection);
    const { made_at, position } = newest;
    return { made_at, position, keys, erasures, left_out: source.keys === null ? 0 : headers[0]!.keys - keys };
  });
}

/** Keys of another installation, or of an APP_KEY that is no longer set, would be of no use. */
async function requireOwnKeys(wrap: KeyWrap, path: string): Promise<void> {
  for await (const rows of groupKeys(path)) {
    const opened = await wrap.unwrap(rows);
    if (opened.includes(null))
      throw new UserMistake(
        `The keys in ${path} were wrapped with another APP_KEY: set APP_KEY to the value of the installation that made it`,
      );
  }
}

async function* groupKeys(path: string): AsyncGenerator<readonly KeyRow[]> {
  let rows: KeyRow[] = [];
  for await (const record of readKeysFile(path)) {
    if (record.kind !== 'key') continue;
    rows.push({ ...record.key, wrapped: Buffer.from(record.key.wrapped, 'base64') });
    if (rows.length < AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

async function* groupErasures(path: string): AsyncGenerator<readonly ErasureRow[]> {
  let rows: ErasureRow[] = [];
  for await (const record of readKeysFile(path)) {
    if (record.kind !== 'erasure') continue;
    rows.push(record.erasure);
    if (rows.length < AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}
