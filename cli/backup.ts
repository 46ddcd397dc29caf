import { access, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../configuration/config.ts';
import { destroyEmbeddedServer } from '../database/embedded/index.ts';
import { dump } from './archive/dump.ts';
import { createArchive } from './archive/format.ts';
import { load } from './archive/load.ts';
import { tellProgress } from './archive/progress.ts';
import { prove } from './archive/verify.ts';
import { openToolCore, ownInstallation, runScriptOfTool, UserMistake } from './tool.ts';

/** Writes a backup of the default installation into one file, while the service runs or not. */
const USAGE = 'npm run backup -- --out FILE [--verify]';

await runScriptOfTool(async () => {
  const { values } = parseArgs({ options: { out: { type: 'string' }, verify: { type: 'boolean', default: false } } });
  if (values.out === undefined) throw new UserMistake(`A backup needs a file to go to: ${USAGE}`);
  const { dataDir } = ownInstallation('pg_dump');
  const path = resolve(values.out);
  await access(path).then(
    () => Promise.reject(new UserMistake(`${path} is there already: choose another name`)),
    () => undefined,
  );
  const progress = tellProgress();
  const core = await openToolCore();
  const archive = await createArchive(path).catch(async (error: unknown) => {
    await core.stop();
    throw error;
  });
  let made;
  try {
    made = await dump({ pool: core.relaxedPool, dataDir }, archive, progress.tell);
    await archive.finish();
  } catch (error) {
    await archive.abandon();
    throw error;
  } finally {
    await core.stop();
  }
  if (values.verify) await proveIn(path, progress.tell);
  progress.end();
  const { bucket } = readConfig(process.env);
  if (bucket !== null)
    process.stderr.write(
      `Uploaded files are not in it: they are in the bucket ${bucket.bucket}, to be copied after it\n`,
    );
  const { size } = await stat(path);
  process.stdout.write(`${JSON.stringify({ file: path, bytes: size, ...made, verified: values.verify })}\n`);
});

/** Restores it into a temporary place, which is gone afterwards. */
async function proveIn(path: string, tell: (text: string) => void): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'grandlivre-backup-'));
  try {
    const loaded = await load(path, place, (text) => tell(`checking: ${text}`));
    const core = await openToolCore({ dataDir: place });
    try {
      const wrong = await prove({ core, dataDir: place, loaded }, tell);
      if (wrong.length > 0) throw new UserMistake(`The backup is not good: ${wrong.join('; ')}`);
    } finally {
      await core.stop();
    }
  } finally {
    await destroyEmbeddedServer(place);
    await rm(place, { recursive: true, force: true });
  }
}
