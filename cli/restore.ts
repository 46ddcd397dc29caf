import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadBackup, requireEmptyFolder } from './archive/load.ts';
import { createProgress } from './archive/progress.ts';
import { verifyRestored } from './archive/verify.ts';
import { openToolCore, requireOwnInstallation, runToolScript, UserMistake } from './tool.ts';

/** Fills an empty data folder from a backup, builds the read tables and verifies everything. */
const USAGE = 'npm run restore -- --from FILE';

await runToolScript(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  if (values.from === undefined) throw new UserMistake(`A restore needs a backup: ${USAGE}`);
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
    process.stdout.write(
      `${JSON.stringify({ dataDir, events, files, position: header.position, made_at: header.made_at })}\n`,
    );
  } catch (error) {
    // A partial restore is useless: leave the folder empty, as it was.
    for (const name of await readdir(dataDir).catch(() => []))
      await rm(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
});
