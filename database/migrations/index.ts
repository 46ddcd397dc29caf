import type pg from 'pg';
import { onOneConnection } from '../held.ts';
import { log } from './0001-log.ts';
import { operations } from './0002-operations.ts';
import { identity } from './0003-identity.ts';
import { search } from './0004-search.ts';

/**
 * The schemas `log` (the truth) and `ops` (kept, but never the only home of a business fact), step by step.
 * The schema `read` has no migrations: it is made from the log, and made anew when its declaration changes.
 */
const migrations: readonly { readonly name: string; readonly sql: string }[] = [log, operations, identity, search];

/** Any number that no other lock of the service uses. */
const MIGRATION_LOCK = 7_201_001;

export function migrate(pool: pg.Pool): Promise<void> {
  return onOneConnection(pool, async (client) => {
    // When a step fails the connection is closed, which rolls back and lets go of the lock.
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
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  });
}
