import type pg from 'pg';
import { createPool, DURABLE, PROMPT } from '../database/pool.ts';
import { VAULT_SQL } from '../database/schema-migrations/0067-vault.ts';
import { KEYS_BACKUPS_SQL } from '../database/schema-migrations/0069-keys-backups.ts';
import { createLocalKeyWrap, type KeyWrap } from '../stores/vault/key-wrap.ts';
import { VAULT_CHANNEL } from '../stores/vault/key-rows.ts';
import { openVault, VaultKeyMismatch, type Vault } from '../stores/vault/vault.ts';
import { readOrCreateAppKey } from './app-key.ts';
import type { Closer } from './close-all.ts';
import type { CoreDatabase } from './core-database.ts';
import type { CoreOptions } from './core-options.ts';
import { StartProblem, toDatabaseProblem, UNUSABLE_EXIT } from './startup/start-problem.ts';

/** Keys are read rarely: they are kept in memory. */
const CONNECTIONS = 2;
/** An arbitrary number that no other lock of the service uses. */
const CREATION_LOCK = 7_201_068;

export interface CoreVault {
  readonly vault: Vault;
  /** For copies of the vault as a whole. */
  readonly pool: pg.Pool;
  readonly wrap: KeyWrap;
}

/** The vault is a schema of the database, or in a database of its own. */
export async function openCoreVault(
  options: CoreOptions,
  { databaseUrl, notifications }: CoreDatabase,
  closers: Closer[],
): Promise<CoreVault> {
  const { vaultDatabaseUrl = null, logger } = options;
  const pool = createPool(vaultDatabaseUrl ?? databaseUrl, {
    applicationName: 'grandlivre-vault',
    max: CONNECTIONS,
    patience: PROMPT,
    // An event must never be recorded whose key is lost.
    settings: DURABLE,
    onError: (error) => logger.warn({ err: error }, 'idle connection to the vault lost'),
  });
  closers.push(() => pool.end());
  if (vaultDatabaseUrl !== null) await createVaultSchema(pool, vaultDatabaseUrl);
  const readKey = options.readAppKey ?? (() => readOrCreateAppKey(options.dataDir));
  const wrap = createKeyWrapOnUse(readKey);
  const vault = openVault({ pool, wrap });
  if (!options.isTool) await requireMatchingKey(pool, vault);
  const unsubscribe = [
    notifications.on(VAULT_CHANNEL, () => vault.doubtCache()),
    notifications.onReconnect(() => vault.doubtCache()),
  ];
  closers.push(() => {
    unsubscribe.forEach((stop) => stop());
    vault.close();
  });
  return { vault, pool, wrap };
}

async function createVaultSchema(pool: pg.Pool, url: string): Promise<void> {
  try {
    const { rows } = await pool.query<{ there: boolean }>(`SELECT to_regclass('vault.backups') IS NOT NULL AS there`);
    if (rows[0]!.there) return;
    await pool.query(`BEGIN; SELECT pg_advisory_xact_lock(${CREATION_LOCK}); ${VAULT_SQL} ${KEYS_BACKUPS_SQL} COMMIT`);
  } catch (error) {
    throw toDatabaseProblem(error, url, 'VAULT_DATABASE_URL');
  }
}

/** With another key no name could be read: the service does not start. @throws StartProblem */
async function requireMatchingKey(pool: pg.Pool, vault: Vault): Promise<void> {
  const { rows: tables } = await pool.query<{ there: boolean }>(
    `SELECT to_regclass('vault.keys') IS NOT NULL AS there`,
  );
  if (!tables[0]!.there) return;
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM vault.keys WHERE wrapped IS NOT NULL LIMIT 1');
  if (rows.length === 0) return;
  await vault.loadKeys([rows[0]!.id]).catch((error: unknown) => {
    throw error instanceof VaultKeyMismatch ? new StartProblem(error.message, error, UNUSABLE_EXIT) : error;
  });
}

/** Tools that read no personal data need no key. */
function createKeyWrapOnUse(readKey: () => Promise<string>): KeyWrap {
  let wrap: Promise<KeyWrap> | null = null;
  const getWrap = (): Promise<KeyWrap> => (wrap ??= readKey().then(createLocalKeyWrap));
  return {
    wrap: async (keys) => (await getWrap()).wrap(keys),
    unwrap: async (keys) => (keys.length === 0 ? [] : (await getWrap()).unwrap(keys)),
  };
}
