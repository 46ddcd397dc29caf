import { mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../configuration/config.ts';
import { destroyEmbeddedServer } from '../../database/embedded/index.ts';
import { beginRestore, isRestoreRunning, readRestoreMark } from '../../database/restore-mark.ts';
import type { Core } from '../../service/core.ts';
import { readKeysBackupState, type KeysBackupState } from '../../stores/vault/key-archive.ts';
import type { PersonalKey } from '../../stores/vault/personal-key.ts';
import { requireNewFile } from './draft.ts';
import { dumpInstallation } from './dump.ts';
import { createArchive } from './format.ts';
import { loadBackup } from './load.ts';
import { BACKUP_KEY } from './personal-rows.ts';
import { createProgress } from './progress.ts';
import { proveRestored } from './restore.ts';
import { printResult, UserMistake } from '../script.ts';
import { openToolCore, requireOwnInstallation, runWithPlainErrors } from '../tool.ts';

export interface BackupValues {
  readonly out: string;
  readonly verify: boolean;
  readonly json: boolean;
}

/** Writes a backup of the default installation to one file, whether or not the service is running. */
export const writeBackup = (values: BackupValues): Promise<void> => runWithPlainErrors(() => backUp(values));

async function backUp(values: BackupValues): Promise<void> {
  const { dataDir } = requireOwnInstallation('pg_dump');
  const path = await requireNewFile(values.out);
  const progress = createProgress();
  const core = await openToolCore();
  const archive = await createArchive(path).catch(async (error: unknown) => {
    await core.stop();
    throw error;
  });
  let made, keys;
  try {
    const key = await createBackupKey(core);
    keys = await readKeysBackupState(core.vaultPool);
    const source = { pool: core.relaxedPool, dataDir, keys: keys.keys, key };
    made = await dumpInstallation(source, archive, progress.report);
    await archive.finish(values.verify ? (draft) => verifyBackup(draft, key, progress.report) : undefined);
  } catch (error) {
    await archive.abandon();
    throw error;
  } finally {
    await core.stop();
  }
  progress.end();
  const { bucket } = readConfig(process.env);
  if (bucket !== null)
    process.stderr.write(
      `Uploaded files are not included: they are in the bucket ${bucket.bucket}; copy it after the backup\n`,
    );
  if (keys.missing > 0) process.stderr.write(`${describeMissingKeys(keys)}\n`);
  const { size } = await stat(path);
  printResult(
    values.json,
    { file: path, bytes: size, ...made, verified: values.verify, keys_not_backed_up: keys.missing },
    `The backup is in ${path} (${size} bytes${values.verify ? ', verified' : ''}).`,
  );
}

/** Seals rows with personal data; the same for all backups, so that one backup of the keys fits them all. */
async function createBackupKey({ vault }: Core): Promise<PersonalKey> {
  const key = (await vault.createKeys([BACKUP_KEY])).get(BACKUP_KEY);
  if (!key) throw new UserMistake('The key of backups was destroyed: the vault is not complete');
  return key;
}

/** Without a backup of the keys, the names of natural persons are lost with the vault. */
const describeMissingKeys = ({ missing, lastBackupAt }: KeysBackupState): string =>
  `${missing} keys of personal data are in no backup of the keys (${lastBackupAt === null ? 'there is none' : `the last one is of ${lastBackupAt}`}), ` +
  'and this backup does not contain them: run grandlivre keys backup --out FILE, and keep the file apart';

const PLACE_PREFIX = 'grandlivre-backup-';

/** Restores the backup into a temporary folder, which is removed afterwards. */
async function verifyBackup(path: string, key: PersonalKey, tell: (text: string) => void): Promise<void> {
  await removeAbandonedPlaces();
  const place = await mkdtemp(join(tmpdir(), PLACE_PREFIX));
  try {
    await beginRestore(place, path);
    const loaded = await loadBackup(
      path,
      place,
      () => Promise.resolve(key),
      (text) => tell(`checking: ${text}`),
    );
    await proveRestored(loaded, place, tell);
  } finally {
    await destroyEmbeddedServer(place);
  }
}

/** A killed verification leaves its folder and a database server behind. */
async function removeAbandonedPlaces(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PLACE_PREFIX)) continue;
    const place = join(tmpdir(), name);
    const mark = await readRestoreMark(place).catch(() => null);
    if (mark !== null && !(await isRestoreRunning(mark))) await destroyEmbeddedServer(place).catch(() => undefined);
  }
}
