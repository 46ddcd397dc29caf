import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BadConfiguration, type Config } from '../configuration/config.ts';

/** The configured key, or else the one in the data folder. */
export const getAppKey = async ({ appKey, dataDir }: Pick<Config, 'appKey' | 'dataDir'>): Promise<string> =>
  appKey ?? (await readOrCreateAppKey(dataDir));

/**
 * Returns the key that signs links. If the operator sets none, one is generated once and stored with the data. It is
 * written to a temporary name and then linked: if several processes start at once, one wins and the others read its key,
 * and a partial key is never visible.
 */
export async function readOrCreateAppKey(dataDir: string): Promise<string> {
  const path = join(dataDir, 'app.key');
  const known = await readKey(path);
  if (known !== null) return known;
  const draft = `${path}.${randomUUID()}`;
  try {
    await mkdir(dataDir, { recursive: true });
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(32).toString('base64')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } catch (error) {
    throw new BadConfiguration([
      `APP_KEY is not set, and no key can be stored in ${dataDir} (${(error as Error).message}): set APP_KEY, or set DATA_DIR to a writable folder`,
    ]);
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readKey(path);
  if (made === null) throw new BadConfiguration([`${path} disappeared during startup`]);
  return made;
}

async function readKey(path: string): Promise<string | null> {
  try {
    const key = (await readFile(path, 'utf8')).trim();
    if (key.length < 32)
      throw new BadConfiguration([`${path} does not contain a valid key: remove it to have a new one generated`]);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
