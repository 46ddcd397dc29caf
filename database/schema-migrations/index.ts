import pg from 'pg';
import { VERSION } from '../../support/version.ts';
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
import { versions } from './0040-versions.ts';
import { fileStoreMark } from './0041-file-store-mark.ts';
import { openingsOfMigrations } from './0042-openings-of-migrations.ts';
import { signOn } from './0043-sign-on.ts';
import { webhookMakers } from './0044-webhook-makers.ts';
import { ecdfReferences } from './0045-ecdf-references.ts';
import { demoInstances } from './0046-demo-instances.ts';
import { mailSenders } from './0047-mail-senders.ts';
import { jobSlots } from './0048-job-slots.ts';
import { positionsOfAnnouncements } from './0049-positions-of-announcements.ts';
import { projectorShards } from './0050-projector-shards.ts';
import { owners } from './0052-owners.ts';
import { processAddresses } from './0053-process-addresses.ts';
import { platformLoopback } from './0058-platform-loopback.ts';
import { migratedCurrencies } from './0063-migrated-currencies.ts';
import { peppolClaims } from './0066-peppol-claims.ts';
import { vault } from './0067-vault.ts';
import { keysBackups } from './0069-keys-backups.ts';
import { erasures } from './0070-erasures.ts';
import { webhookReplays } from './0073-webhook-replays.ts';

/**
 * Migrations of the schemas `log` (the truth), `vault` (the keys of personal data) and `ops` (stored, but never the only copy of a business fact). The schema
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
  versions,
  fileStoreMark,
  openingsOfMigrations,
  signOn,
  webhookMakers,
  ecdfReferences,
  demoInstances,
  mailSenders,
  jobSlots,
  positionsOfAnnouncements,
  projectorShards,
  owners,
  processAddresses,
  platformLoopback,
  migratedCurrencies,
  peppolClaims,
  vault,
  keysBackups,
  erasures,
  webhookReplays,
];

/** An arbitrary number that no other lock of the service uses. */
const MIGRATION_LOCK = 7_201_001;

/** Applied migrations unknown to this version, which is then older than the database. */
export const listUnknownMigrations = (names: readonly string[]): string[] =>
  names.filter((name) => !migrations.some((known) => known.name === name));

/** How the schemas of a database relate to this version. */
export interface SchemaState {
  /** Migrations of this version that have not been applied yet. */
  readonly pending: readonly string[];
  /** Applied migrations that this version does not know. */
  readonly unknown: readonly string[];
  /** The version that applied the newest unknown migration, or else the newest one; null if it is not recorded. */
  readonly writtenBy: string | null;
}

type Run = <Row extends pg.QueryResultRow>(text: string) => Promise<pg.QueryResult<Row>>;

interface AppliedMigration {
  readonly name: string;
  /** Not recorded by earlier versions. */
  readonly version: string | null;
}

/** The schemas are those of a later version, which may have changed tables that this one writes. */
export class NewerSchema extends Error {
  constructor({ unknown, writtenBy }: SchemaState) {
    const writer = writtenBy === null ? 'a newer version of Grandlivre' : `Grandlivre ${writtenBy}`;
    super(
      `the database was written by ${writer}, and this is ${VERSION}, which does not know ${unknown.join(', ')}: ` +
        `start ${writtenBy === null ? 'that version' : `version ${writtenBy}`} or a later one, or restore a backup made by ${VERSION} or earlier into another folder`,
    );
    this.name = 'NewerSchema';
  }
}

/** A restore of the database was interrupted. */
export class HalfRestored extends Error {
  constructor(table: string) {
    super(
      `the database was restored in part only: the table ${table} has no key. Create an empty database and run ` +
        '"psql --set=ON_ERROR_STOP=1 --single-transaction --file=DUMP.sql DATABASE_URL", which restores all or nothing',
    );
    this.name = 'HalfRestored';
  }
}

/** Reads the record of applied migrations without changing anything. */
export async function readSchemaState(connection: Pick<pg.ClientBase, 'query'>): Promise<SchemaState> {
  return toSchemaState(await listApplied((text) => connection.query(text)));
}

/** Empty for a database without schemas. */
async function listApplied(run: Run): Promise<readonly AppliedMigration[]> {
  const { rows: there } = await run<{ there: boolean }>(
    `SELECT to_regclass('public.grandlivre_migrations') IS NOT NULL AS there`,
  );
  if (!there[0]?.there) return [];
  await requireKeys(run);
  const { rows } = await run<AppliedMigration>(
    `SELECT name, to_jsonb(m)->>'version' AS version FROM public.grandlivre_migrations m ORDER BY name`,
  );
  return rows;
}

/** A dump is loaded in three steps: tables, rows, keys. Without its keys a table may lack rows. @throws HalfRestored */
async function requireKeys(run: Run): Promise<void> {
  const { rows } = await run<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND (n.nspname IN ('log', 'ops') OR c.oid = to_regclass('public.grandlivre_migrations'))
       AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary) ORDER BY 1 LIMIT 1`,
  );
  if (rows[0]) throw new HalfRestored(rows[0].name);
}

function toSchemaState(applied: readonly AppliedMigration[]): SchemaState {
  const names = applied.map(({ name }) => name);
  const unknown = listUnknownMigrations(names);
  const newest = applied.find(({ name }) => name === (unknown.at(-1) ?? names.at(-1)));
  return {
    pending: migrations.map(({ name }) => name).filter((name) => !names.includes(name)),
    unknown,
    writtenBy: newest?.version ?? null,
  };
}

/**
 * Applies all pending migrations, or `only` these. Without time limit, including the wait for another process doing the
 * same. Returns the names of the applied ones. @throws NewerSchema, HalfRestored
 */
export function migrate(pool: pg.Pool, only?: readonly string[]): Promise<readonly string[]> {
  return runWithoutLimit(pool, async (run) => {
    // If a step fails, closing the connection rolls back and releases the lock.
    await run(`SELECT pg_advisory_lock(${MIGRATION_LOCK})`);
    const state = toSchemaState(await listApplied(run));
    if (state.unknown.length > 0) throw new NewerSchema(state);
    const pending = new Set(only === undefined ? state.pending : state.pending.filter((name) => only.includes(name)));
    if (pending.size > 0) await makeRecord(run);
    for (const { name, sql } of migrations) {
      if (!pending.has(name)) continue;
      await run('BEGIN');
      await run(sql);
      await run(
        `INSERT INTO public.grandlivre_migrations (name, version) VALUES (${pg.escapeLiteral(name)}, ${pg.escapeLiteral(VERSION)})`,
      );
      await run('COMMIT');
    }
    await run(`SELECT pg_advisory_unlock(${MIGRATION_LOCK})`);
    return [...pending];
  });
}

/** Creates the record of applied migrations, or adds the column that an earlier version did not have. */
async function makeRecord(run: Run): Promise<void> {
  await run(
    'CREATE TABLE IF NOT EXISTS public.grandlivre_migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), version text)',
  );
  await run('ALTER TABLE public.grandlivre_migrations ADD COLUMN IF NOT EXISTS version text');
}
