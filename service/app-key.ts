import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BadConfiguration } from '../configuration/config.ts';

/**
 * The key that signs links. Where the operator sets none, one is made once and kept beside the data. It is written
 * under another name first and then linked: of several processes that start at once one wins, the others find its
 * key, and nobody ever reads half of it.
 */
export async function appKeyIn(dataDir: string): Promise<string> {
  const path = join(dataDir, 'app.key');
  const known = await keyAt(path);
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
      `APP_KEY is not set, and none can be kept in ${dataDir} (${(error as Error).message}): set APP_KEY, or DATA_DIR to a folder that can be written`,
    ]);
  } finally {
    await rm(draft, { force: true });
  }
  const made = await keyAt(path);
  if (made === null) throw new BadConfiguration([`${path} disappeared while the service started`]);
  return made;
}

async function keyAt(path: string): Promise<string | null> {
  try {
    const key = (await readFile(path, 'utf8')).trim();
    if (key.length < 32) throw new BadConfiguration([`${path} holds no key: remove it to have another one made`]);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
