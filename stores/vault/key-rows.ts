import type pg from 'pg';
import { BRIEF, runInTransaction } from '../../database/dedicated-connection.ts';

/** Statements of the vault. Numbers of erasures are given under a lock, so that they appear in their order. */

/** Notified when keys were destroyed or restored. */
export const VAULT_CHANNEL = 'grandlivre_vault';

export interface Erasure {
  readonly number: number;
  readonly keyId: string;
  /** Null for the key of a user. */
  readonly companyId: number | null;
  /** Position of the event that demanded it; null if it is not known. */
  readonly position: number | null;
  readonly erasedAt: string;
}

export interface KeyRow {
  readonly id: string;
  /** Null if the key was destroyed. */
  readonly wrapped: Buffer | null;
}

export interface KeyReading {
  readonly rows: readonly KeyRow[];
  /** Ids whose keys were destroyed after the given number. */
  readonly erased: readonly string[];
  /** Number of the last erasure that the reading includes. */
  readonly number: number;
}

interface Found {
  readonly id: string;
  readonly wrapped: Buffer | null;
  readonly number: string | null;
}

export async function readLastErasure(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ number: string }>({
    name: 'vault-last-erasure',
    text: 'SELECT coalesce(max(number), 0) AS number FROM vault.erasures',
  });
  return Number(rows[0]!.number);
}

/** Keys and the erasures after a number, of one moment. */
export async function readKeys(pool: pg.Pool, ids: readonly string[], after: number): Promise<KeyReading> {
  const { rows } = await pool.query<Found>({
    name: 'vault-keys',
    text: `SELECT id, wrapped, NULL::bigint AS number FROM vault.keys WHERE id = ANY($1)
           UNION ALL SELECT key_id, NULL, number FROM vault.erasures WHERE number > $2`,
    values: [ids, after],
  });
  return toReading(rows, after);
}

/** Stores those that do not exist. A key of another process that is not visible yet is missing in the result. */
export async function insertKeys(
  pool: pg.Pool,
  keys: readonly { readonly id: string; readonly wrapped: Buffer }[],
  after: number,
): Promise<KeyReading> {
  // In one order, so that two processes do not wait for each other.
  const sorted = [...keys].sort((a, b) => (a.id < b.id ? -1 : 1));
  const { rows } = await pool.query<Found>({
    name: 'vault-insert-keys',
    text: `WITH made AS (
             INSERT INTO vault.keys (id, wrapped) SELECT * FROM unnest($1::text[], $2::bytea[])
             ON CONFLICT (id) DO NOTHING RETURNING id, wrapped
           )
           SELECT id, wrapped, NULL::bigint AS number FROM made
           UNION ALL SELECT id, wrapped, NULL FROM vault.keys WHERE id = ANY($1)
           UNION ALL SELECT key_id, NULL, number FROM vault.erasures WHERE number > $3`,
    values: [sorted.map(({ id }) => id), sorted.map(({ wrapped }) => wrapped), after],
  });
  return toReading(rows, after);
}

function toReading(found: readonly Found[], after: number): KeyReading {
  const erasures = found.filter(({ number }) => number !== null);
  return {
    rows: found.filter(({ number }) => number === null),
    erased: erasures.map(({ id }) => id),
    number: erasures.reduce((last, { number }) => Math.max(last, Number(number)), after),
  };
}

/** An arbitrary number that no other lock of the service uses. */
export const ERASURE_LOCK = 7_201_067;

/** A key that never existed is destroyed too: it can then not be created any more. Repeating it changes nothing. */
export async function destroyKeyRows(pool: pg.Pool, ids: readonly string[], position: number | null): Promise<void> {
  const sorted = [...new Set(ids)].sort();
  await runInTransaction(
    pool,
    async (connection) => {
      await connection.query(`SELECT pg_advisory_xact_lock(${ERASURE_LOCK})`);
      await connection.query(
        `INSERT INTO vault.keys (id, destroyed_at) SELECT id, now() FROM unnest($1::text[]) id
         ON CONFLICT (id) DO UPDATE SET wrapped = NULL, destroyed_at = now() WHERE keys.destroyed_at IS NULL`,
        [sorted],
      );
      await connection.query(
        `INSERT INTO vault.erasures (key_id, company_id, position)
         SELECT id, substring(id FROM '^company-(\\d+)/')::bigint, $2::bigint FROM unnest($1::text[]) id
         ON CONFLICT (key_id) DO NOTHING`,
        [sorted, position],
      );
      await connection.query(`SELECT pg_notify('${VAULT_CHANNEL}', '')`);
    },
    BRIEF,
  );
}

/** In their order, at most `limit`. */
export async function readErasures(pool: pg.Pool, after: number, limit: number): Promise<readonly Erasure[]> {
  const { rows } = await pool.query<{
    number: string;
    key_id: string;
    company_id: string | null;
    position: string | null;
    erased_at: string;
  }>({
    name: 'vault-erasures',
    text: `SELECT number, key_id, company_id, position, erased_at FROM vault.erasures
           WHERE number > $1 ORDER BY number LIMIT $2`,
    values: [after, limit],
  });
  return rows.map((row) => ({
    number: Number(row.number),
    keyId: row.key_id,
    companyId: row.company_id === null ? null : Number(row.company_id),
    position: row.position === null ? null : Number(row.position),
    erasedAt: row.erased_at,
  }));
}
