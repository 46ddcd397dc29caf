import type pg from 'pg';
import { runInTransaction } from '../../database/dedicated-connection.ts';
import { ERASURE_LOCK, VAULT_CHANNEL } from './key-rows.ts';

/** The rows of the vault, for backups of the keys: what is written to a file and read back, still wrapped. */

export interface KeyRow {
  readonly id: string;
  readonly wrapped: Buffer;
  readonly created_at: string;
}

export interface ErasureRow {
  readonly key_id: string;
  readonly company_id: number | null;
  readonly position: number | null;
  readonly erased_at: string;
}

export interface KeysBackupState {
  readonly keys: number;
  /** Keys, destroyed ones included, that no backup has. */
  readonly missing: number;
  readonly lastBackupAt: string | null;
}

type Connection = Pick<pg.ClientBase, 'query'>;

const PAGE = 1_000;
const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;
const formatMoment = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', ${ISO}) AS ${column}`;

/** Gives the rows of one instant, erasures first, so that a reader knows them before it meets a key. */
export async function readArchivedRows<T>(
  pool: pg.Pool,
  work: (rows: {
    readonly madeAt: string;
    readonly knownKeys: number;
    readonly listErasures: () => AsyncGenerator<ErasureRow>;
    readonly listKeys: () => AsyncGenerator<KeyRow>;
  }) => Promise<T>,
): Promise<T> {
  return runInTransaction(
    pool,
    async (connection) => {
      await connection.query('SET LOCAL statement_timeout = 0');
      const { rows } = await connection.query<{ now: string; known: number }>(
        `SELECT to_char(now() AT TIME ZONE 'UTC', ${ISO}) AS now, count(*)::int AS known FROM vault.keys`,
      );
      return work({
        madeAt: rows[0]!.now,
        knownKeys: rows[0]!.known,
        listErasures: () => listErasureRows(connection),
        listKeys: () => listKeyRows(connection),
      });
    },
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  );
}

async function* listKeyRows(connection: Connection): AsyncGenerator<KeyRow> {
  for (let after = ''; ;) {
    const { rows } = await connection.query<KeyRow>(
      `SELECT id, wrapped, ${formatMoment('created_at')} FROM vault.keys
       WHERE id > $1 AND wrapped IS NOT NULL ORDER BY id LIMIT ${PAGE}`,
      [after],
    );
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.id;
  }
}

async function* listErasureRows(connection: Connection): AsyncGenerator<ErasureRow> {
  for (let after = 0; ;) {
    const { rows } = await connection.query<ErasureRow & { readonly number: number }>(
      `SELECT number, key_id, company_id, position, ${formatMoment('erased_at')} FROM vault.erasures
       WHERE number > $1 ORDER BY number LIMIT ${PAGE}`,
      [after],
    );
    for (const { number: _, ...erasure } of rows) yield erasure;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.number;
  }
}

/** Within a transaction. Destroys the keys of a list of erasures, whether the vault has them or not. Returns how many were not known yet. */
export async function addErasures(connection: Connection, erasures: readonly ErasureRow[]): Promise<number> {
  if (erasures.length === 0) return 0;
  await connection.query(`SELECT pg_advisory_xact_lock(${ERASURE_LOCK})`);
  const values = [
    erasures.map(({ key_id }) => key_id),
    erasures.map(({ company_id }) => company_id),
    erasures.map(({ position }) => position),
    erasures.map(({ erased_at }) => erased_at),
  ];
  const { rowCount } = await connection.query(
    `WITH given AS (
       SELECT DISTINCT ON (key_id) * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::timestamptz[])
         AS g(key_id, company_id, position, erased_at) ORDER BY key_id, erased_at
     ), destroyed AS (
       INSERT INTO vault.keys AS k (id, wrapped, created_at, destroyed_at)
       SELECT key_id, NULL, erased_at, erased_at FROM given
       ON CONFLICT (id) DO UPDATE SET wrapped = NULL, destroyed_at = coalesce(k.destroyed_at, EXCLUDED.destroyed_at)
     )
     INSERT INTO vault.erasures (key_id, company_id, position, erased_at)
     SELECT key_id, company_id, position, erased_at FROM given ON CONFLICT (key_id) DO NOTHING`,
    values,
  );
  return rowCount ?? 0;
}

/** Adds keys that the vault has never had. A key that it has, or that was destroyed, stays as it is. */
export async function addKeys(connection: Connection, keys: readonly KeyRow[]): Promise<number> {
  if (keys.length === 0) return 0;
  const { rowCount } = await connection.query(
    `INSERT INTO vault.keys (id, wrapped, created_at)
     SELECT id, wrapped, created_at FROM unnest($1::text[], $2::bytea[], $3::timestamptz[]) AS g(id, wrapped, created_at)
     WHERE NOT EXISTS (SELECT FROM vault.erasures e WHERE e.key_id = g.id)
     ON CONFLICT (id) DO NOTHING`,
    [keys.map(({ id }) => id), keys.map(({ wrapped }) => wrapped), keys.map(({ created_at }) => created_at)],
  );
  return rowCount ?? 0;
}

/** Every id that ever had a key, or can never get one. */
export async function countKeys(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ known: number }>('SELECT count(*)::int AS known FROM vault.keys');
  return rows[0]!.known;
}

/** Processes read again what they have in memory. */
export async function announceVaultChange(connection: Connection): Promise<void> {
  await connection.query(`SELECT pg_notify('${VAULT_CHANNEL}', '')`);
}

export async function recordKeysBackup(
  connection: Connection,
  backup: { readonly madeAt: string; readonly knownKeys: number; readonly position: number },
): Promise<void> {
  await connection.query(
    'INSERT INTO vault.backups (made_at, known_keys, position) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [backup.madeAt, backup.knownKeys, backup.position],
  );
}

export async function readKeysBackupState(connection: Connection): Promise<KeysBackupState> {
  const { rows } = await connection.query<{ keys: number; missing: number; last: string | null }>(
    `SELECT count(wrapped)::int AS keys,
       greatest(count(*) - coalesce((SELECT max(known_keys) FROM vault.backups), 0), 0)::int AS missing,
       (SELECT to_char(max(made_at) AT TIME ZONE 'UTC', ${ISO}) FROM vault.backups) AS last
     FROM vault.keys`,
  );
  const { keys, missing, last } = rows[0]!;
  return { keys, missing, lastBackupAt: last };
}
