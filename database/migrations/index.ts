import type pg from 'pg';
import { log } from './0001-log.ts';
import { operations } from './0002-operations.ts';
import { identity } from './0003-identity.ts';
import { search } from './0004-search.ts';
import { heads } from './0005-heads.ts';

/**
 * The schemas `log` (the truth) and `ops` (kept, but never the only home of a business fact), step by step.
 * The schema `read` has no migrations: it is made from the log, and made anew when its declaration changes.
 */
const migrations: readonly { readonly name: string; readonly sql: string }[] = [
  log,
  operations,
  identity,
  search,
  heads,
];

/** Any number that no other lock of the service uses. */
const MIGRATION_LOCK = 7_201_001;

export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS public.grandlivre_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await client.query<{ name: string }>('SELECT name FROM public.grandlivre_migrations');
    const applied = new Set(rows.map(({ name }) => name));
    for (const { name, sql } of migrations) {
      if (applied.has(name)) continue;
      await client.query('BEGIN');
      await client.query(sql);
      await client.query('INSERT INTO public.grandlivre_migrations (name) VALUES ($1)', [name]);
      await client.query('COMMIT');
    }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
