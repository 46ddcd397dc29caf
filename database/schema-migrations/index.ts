import pg from 'pg';
import { unhurried } from '../pool.ts';
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
 * The schemas `log` (the truth) and `ops` (kept, but never the only home of a business fact), step by step.
 * The schema `read` has no migrations: it is made from the log, and made anew when its declaration changes.
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

/** Any number that no other lock of the service uses. */
const MIGRATION_LOCK = 7_201_001;

/** Those that this version does not have: it is older than whoever made them. */
export const unknownMigrations = (names: readonly string[]): string[] =>
  names.filter((name) => !migrations.some((known) => known.name === name));

/** All that are not applied yet, or of those `only` these. However long it takes, also to wait for another process that does the same. */
export function migrate(pool: pg.Pool, only?: readonly string[]): Promise<void> {
  return unhurried(pool, async (run) => {
    // When a step fails the connection is closed, which rolls back and lets go of the lock.
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
