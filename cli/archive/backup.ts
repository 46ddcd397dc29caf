import { access, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readConfig } from '../../configuration/config.ts';
import { destroyEmbeddedServer } from '../../database/embedded/index.ts';
import { dumpInstallation } from './dump.ts';
import { createArchive } from './format.ts';
import { loadBackup } from './load.ts';
import { createProgress } from './progress.ts';
import { verifyRestored } from './verify.ts';
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
    await archive.finish();
  } catch (error) {
    await archive.abandon();
    throw error;
  } finally {
    await core.stop();
  }
  if (values.verify) await verifyBackup(path, progress.report);
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

/** Restores the backup into a temporary folder, which is removed afterwards. */
async function verifyBackup(path: string, tell: (text: string) => void): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'grandlivre-backup-'));
  try {
    const loaded = await loadBackup(path, place, (text) => tell(`checking: ${text}`));
    const core = await openToolCore({ dataDir: place });
    try {
      const wrong = await verifyRestored({ core, dataDir: place, loaded }, tell);
      if (wrong.length > 0) throw new UserMistake(`The backup is not valid: ${wrong.join('; ')}`);
    } finally {
      await core.stop();
    }
  } finally {
    await destroyEmbeddedServer(place);
    await rm(place, { recursive: true, force: true });
  }
}
