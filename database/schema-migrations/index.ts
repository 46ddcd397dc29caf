import pg from 'pg';
import { runWithoutLimit } from '../pool.ts';
import { log } from './0001-log.ts';
import { operations } from './0002-operations.ts';
import { identity } from './0003-identity.ts';
import { search } from './0004-search.ts';
import { processOfClaim } from './0005-process-of-a-claim.ts';
import { heads } from './0006-heads.ts';
import { accountLinks } from './0007-account-links.ts';
import { accountBrake } from './0008-account-brake.ts';
import { secondFactor } from './0009-second-factor.ts';
import { passwords } from './0010-passwords.ts';
import { standing } from './0011-standing.ts';
import { shapes } from './0012-shapes.ts';
import { syncDevices } from './0013-sync-devices.ts';
import { logIdentity } from './0014-log-identity.ts';
import { documentAnalyses } from './0015-document-analyses.ts';
import { webhooks } from './0016-webhooks.ts';
import { lookups } from './0024-lookups.ts';
import { peppol } from './0025-peppol.ts';
import { mails } from './0026-mails.ts';
import { bridge } from './0027-bridge.ts';
import { demo } from './0028-demo.ts';
import { integrations } from './0029-integrations.ts';
import { booksOfOtherPrograms } from './0030-books-of-other-programs.ts';
import { leanerDeliveries } from './0033-leaner-deliveries.ts';
import { deliveriesInPlace } from './0039-deliveries-in-place.ts';

/**
 * Migrations of the schemas `log` (the truth) and `ops` (stored, but never the only copy of a business fact). The schema
 * `read` has no migrations: it is built from the log and rebuilt when its declaration changes.
 */
const migrations: readonly { readonly name: string; readonly sql: string }[] = [
  log,
  operations,
  identity,
  search,
  processOfClaim,
  heads,
  accountLinks,
  accountBrake,
  secondFactor,
  passwords,
  standing,
  shapes,
  syncDevices,
  logIdentity,
  documentAnalyses,
  webhooks,
  lookups,
  peppol,
  mails,
  bridge,
  demo,
  integrations,
  booksOfOtherPrograms,
  leanerDeliveries,
  deliveriesInPlace,
];

/** An arbitrary number that no other lock of the service uses. */
const MIGRATION_LOCK = 7_201_001;

/** Applied migrations unknown to this version, which is then older than the database. */
export const listUnknownMigrations = (names: readonly string[]): string[] =>
  names.filter((name) => !migrations.some((known) => known.name === name));

/**
 * Applies all pending migrations, or `only` these. Without time limit, including the wait for another process doing the
 * same.
 */
export function migrate(pool: pg.Pool, only?: readonly string[]): Promise<void> {
  return runWithoutLimit(pool, async (run) => {
    // If a step fails, closing the connection rolls back and releases the lock.
    await run(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    await run(
      'CREATE TABLE IF NOT EXISTS public.grandlivre_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await run<{ name: string }>('SELECT name FROM public.grandlivre_migrations');
    const applied = new Set(rows.map(({ name }) => name));
    for (const { name, sql } of migrations) {
      if (applied.has(name) || only?.includes(name) === false) continue;
      await run('BEGIN');
      await run(sql);
      await run(`INSERT INTO public.grandlivre_migrations (name) VALUES (${pg.escapeLiteral(name)})`);
      await run('COMMIT');
    }
    await run(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`);
  });
}
