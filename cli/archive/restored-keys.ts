import type pg from 'pg';
import type { Config } from '../../configuration/config.ts';
import { createPool } from '../../database/pool.ts';
import { getAppKey } from '../../service/app-key.ts';
import { createLocalKeyWrap } from '../../stores/vault/key-wrap.ts';
import { openVault } from '../../stores/vault/vault.ts';
import { checkKeysFile } from '../keys/keys-file.ts';
import { loadKeys } from '../keys/copy-keys.ts';
import { UserMistake, WrongUsage } from '../script.ts';
import type { BackupHeader } from './format.ts';
import type { KeysOpener } from './load.ts';
import { BACKUP_KEY } from './personal-rows.ts';

export interface KeysValues {
  readonly keys: string | undefined;
  readonly 'without-keys': boolean;
  readonly erasures: readonly string[] | undefined;
}

type Settings = Pick<Config, 'vaultDatabaseUrl' | 'appKey'>;

/**
 * A restore without keys loses the names of natural persons, so it must be asked for, unless the vault is in a database
 * of its own. @throws UserMistake
 */
export async function requireKeys(header: BackupHeader, values: KeysValues, settings: Settings): Promise<void> {
  if (values.keys !== undefined && values['without-keys']) throw new WrongUsage('Use either --keys or --without-keys');
  for (const file of [...(values.keys === undefined ? [] : [values.keys]), ...(values.erasures ?? [])])
    await checkKeysFile(file);
  const isKnown = values.keys !== undefined || values['without-keys'] || settings.vaultDatabaseUrl !== null;
  if (isKnown || (header.keys ?? 0) === 0) return;
  throw new UserMistake(
    `The backup does not contain the keys of personal data: add --keys FILE with the output of grandlivre keys backup, ` +
      'or --without-keys to restore the books without the names of natural persons',
  );
}

/** Fills the vault of the restored installation from the given files. */
export function createKeysOpener(folder: string, values: KeysValues, settings: Settings): KeysOpener {
  return async (pool) => {
    const wrap = createLocalKeyWrap(await getAppKey({ appKey: settings.appKey, dataDir: folder }));
    return withVaultPool(pool, settings.vaultDatabaseUrl, async (vaultPool) => {
      const erasures = values.erasures ?? [];
      if (values.keys !== undefined || erasures.length > 0)
        await loadKeys(vaultPool, wrap, { keys: values.keys ?? null, erasures });
      const vault = openVault({ pool: vaultPool, wrap });
      try {
        return (await vault.loadKeys([BACKUP_KEY])).get(BACKUP_KEY) ?? null;
      } finally {
        vault.close();
      }
    });
  };
}

async function withVaultPool<T>(own: pg.Pool, url: string | null, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  if (url === null) return work(own);
  const pool = createPool(url, { max: 2, applicationName: 'grandlivre-restore' });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
