import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { loadBackup, requireEmptyFolder } from './load.ts';
import { createProgress } from './progress.ts';
import { verifyRestored } from './verify.ts';
import { printResult, UserMistake } from '../script.ts';
import { openToolCore, requireOwnInstallation, runWithPlainErrors } from '../tool.ts';

export interface RestoreValues {
  readonly from: string;
  readonly json: boolean;
}

/** Fills an empty data folder from a backup, builds the read tables and verifies everything. */
export const restoreBackup = (values: RestoreValues): Promise<void> => runWithPlainErrors(() => restore(values));

async function restore(values: RestoreValues): Promise<void> {
  const { dataDir } = requireOwnInstallation('pg_restore');
  await requireEmptyFolder(dataDir);
  const progress = createProgress();
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const loaded = await loadBackup(resolve(values.from), dataDir, progress.report);
    progress.report('building the read tables');
    const core = await openToolCore();
    try {
      const wrong = await verifyRestored({ core, dataDir, loaded }, progress.report);
      if (wrong.length > 0) throw new UserMistake(`The backup is not valid: ${wrong.join('; ')}`);
    } finally {
      await core.stop();
    }
    progress.end();
    const { events, files, header } = loaded;
    printResult(
      values.json,
      { dataDir, events, files, position: header.position, made_at: header.made_at },
      `The backup of ${header.made_at} is restored into ${dataDir}: ${events} events and ${files} files.`,
    );
  } catch (error) {
    // A partial restore is useless: leave the folder empty, as it was.
    for (const name of await readdir(dataDir).catch(() => []))
      await rm(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
}
