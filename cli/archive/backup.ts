import { access, mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readConfig } from '../../configuration/config.ts';
import { destroyEmbeddedServer } from '../../database/embedded/index.ts';
import { beginRestore, isRestoreRunning, readRestoreMark } from '../../database/restore-mark.ts';
import { dumpInstallation } from './dump.ts';
import { createArchive } from './format.ts';
import { loadBackup } from './load.ts';
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
  const path = resolve(values.out);
  await access(path).then(
    () => Promise.reject(new UserMistake(`${path} already exists: choose another name`)),
    () => undefined,
  );
  const progress = createProgress();
  const core = await openToolCore();
  const archive = await createArchive(path).catch(async (error: unknown) => {
    await core.stop();
    throw error;
  });
  let made;
  try {
    made = await dumpInstallation({ pool: core.relaxedPool, dataDir }, archive, progress.report);
    await archive.finish(values.verify ? (draft) => verifyBackup(draft, progress.report) : undefined);
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
  const { size } = await stat(path);
  printResult(
    values.json,
    { file: path, bytes: size, ...made, verified: values.verify },
    `The backup is in ${path} (${size} bytes${values.verify ? ', verified' : ''}).`,
  );
}

const PLACE_PREFIX = 'grandlivre-backup-';

/** Restores the backup into a temporary folder, which is removed afterwards. */
async function verifyBackup(path: string, tell: (text: string) => void): Promise<void> {
  await removeAbandonedPlaces();
  const place = await mkdtemp(join(tmpdir(), PLACE_PREFIX));
  try {
    await beginRestore(place, path);
    const loaded = await loadBackup(path, place, (text) => tell(`checking: ${text}`));
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
