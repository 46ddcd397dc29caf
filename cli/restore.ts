import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { load, refuseUnlessEmpty } from './archive/load.ts';
import { tellProgress } from './archive/progress.ts';
import { prove } from './archive/verify.ts';
import { openToolCore, ownInstallation, runScriptOfTool, UserMistake } from './tool.ts';

/** Fills an empty data folder from a backup, makes the read tables and checks all of it. */
const USAGE = 'npm run restore -- --from FILE';

await runScriptOfTool(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  if (values.from === undefined) throw new UserMistake(`A restore needs a backup: ${USAGE}`);
  const { dataDir } = ownInstallation('pg_restore');
  await refuseUnlessEmpty(dataDir);
  const progress = tellProgress();
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const loaded = await load(resolve(values.from), dataDir, progress.tell);
    progress.tell('making the read tables');
    const core = await openToolCore();
    try {
      const wrong = await prove({ core, dataDir, loaded }, progress.tell);
      if (wrong.length > 0) throw new UserMistake(`The backup is not good: ${wrong.join('; ')}`);
    } finally {
      await core.stop();
    }
    progress.end();
    const { events, files, header } = loaded;
    process.stdout.write(
      `${JSON.stringify({ dataDir, events, files, position: header.position, made_at: header.made_at })}\n`,
    );
  } catch (error) {
    // Half a restore is none: the folder is as empty as it was.
    for (const name of await readdir(dataDir).catch(() => []))
      await rm(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
});
