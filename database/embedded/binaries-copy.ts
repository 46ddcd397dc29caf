import {
  chmod,
  chown,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { constants } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readLinks, type NativePackage } from './native-package.ts';
import { readIfPresent } from './places.ts';

/** Folders in which root may store a copy, permanent ones first, since temporary folders may be cleaned. */
export const listSharedFolders = (): string[] => ['/var/cache', '/var/lib', '/opt', '/var/tmp', '/tmp', os.tmpdir()];

const draftPrefix = 'postgresql-copy-';

/** A closed copy of this age was left by a start that was killed. */
const abandonedAfterMs = 3_600_000;

/** For an ordinary user whose installation cannot be completed in place: a copy in the data folder. */
export async function copyForSelf(installed: NativePackage, dataDir: string): Promise<string> {
  const target = path.join(dataDir, `postgresql-${installed.build}`);
  if (await isComplete(installed.native, target)) return target;
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(draftPrefix)) await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
  const draft = await mkdtemp(path.join(dataDir, draftPrefix));
  await copyTree(installed.native, draft);
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
  return target;
}

/** For root: a copy owned by root and readable by everyone, which no one else can tamper with. */
export async function copyForAccount(
  installed: NativePackage,
  canRun: (folder: string) => Promise<boolean>,
  folders: readonly string[] = listSharedFolders(),
): Promise<string> {
  const prefix = `grandlivre-postgresql-${installed.build}-`;
  const refusals: string[] = [];
  for (const folder of new Set(folders)) {
    try {
      await refuseUnlessSafe(folder);
      const copy =
        (await findCopy(installed.native, folder, prefix)) ?? (await makeCopy(installed.native, folder, prefix));
      if (await canRun(copy)) return copy;
      refusals.push(`${folder}: programs cannot be run there`);
    } catch (error) {
      refusals.push(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, no other user can access the folder of this installation, ' +
      `and no folder could take a copy of its programs (${refusals.join('; ')}). Start Grandlivre as an ordinary user, ` +
      'install it in a folder that others can read, or set DATABASE_URL.',
  );
}

/**
 * Ensures that only root can rename or replace files in the folder: root owns all parents, and writable folders have the
 * sticky bit.
 */
async function refuseUnlessSafe(folder: string): Promise<void> {
  let current = await realpath(folder);
  for (;;) {
    const { uid, mode } = await stat(current);
    if (uid !== 0) throw new Error(`${current} does not belong to root`);
    if ((mode & 0o022) !== 0 && (mode & 0o1000) === 0) throw new Error(`${current} is writable by others`);
    const parent = path.dirname(current);
    if (parent === current) return;
    current = parent;
  }
}

async function findCopy(native: string, folder: string, prefix: string): Promise<string | null> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix)).sort();
  for (const name of names) {
    const candidate = path.join(folder, name);
    const found = await readIfPresent(lstat(candidate));
    // The name alone proves nothing: anyone can create such a folder in a temporary folder.
    if (found === null || !found.isDirectory() || found.uid !== 0) continue;
    const closed = (found.mode & 0o777) === 0o700;
    if (!closed && (found.mode & 0o777) === 0o755 && (await isComplete(native, candidate))) return candidate;
    if (Date.now() - found.mtimeMs > abandonedAfterMs) await rm(candidate, { recursive: true, force: true });
  }
  return null;
}

/** The copy stays closed to others until it is complete. */
async function makeCopy(native: string, folder: string, prefix: string): Promise<string> {
  const copy = await mkdtemp(path.join(folder, prefix));
  try {
    await copyTree(native, copy);
    await chmod(copy, 0o755);
    return copy;
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
}

async function copyTree(native: string, target: string): Promise<void> {
  const asRoot = process.getuid?.() === 0;
  for (const file of await listFiles(native)) {
    const to = path.join(target, file);
    await mkdir(path.dirname(to), { recursive: true });
    await copyFile(path.join(native, file), to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(to, file.startsWith('bin/') || file.includes('.so') ? 0o755 : 0o644);
    if (asRoot) await chown(to, 0, 0);
  }
  for (const { at, to } of await readLinks(native)) {
    const link = path.join(target, path.relative(native, at));
    await symlink(to, link);
  }
  // A restrictive umask must not close the folders in between.
  for (const folder of await listFolders(target)) await chmod(path.join(target, folder), 0o755);
}

/** Whether every file is present with its size, since clean-up jobs of temporary folders remove single files. */
async function isComplete(native: string, copy: string): Promise<boolean> {
  const links = (await readLinks(native)).map(({ at }) => path.relative(native, at));
  const hasSameSize = async (file: string): Promise<boolean> => {
    const [original, copied] = await Promise.all([
      stat(path.join(native, file)),
      readIfPresent(stat(path.join(copy, file))),
    ]);
    return copied !== null && copied.size === original.size;
  };
  const isPresent = async (file: string): Promise<boolean> =>
    (await readIfPresent(stat(path.join(copy, file)))) !== null;
  const results = await Promise.all([...(await listFiles(native)).map(hasSameSize), ...links.map(isPresent)]);
  return results.every(Boolean);
}

/** Lists plain files only, without those for compiling against PostgreSQL. */
async function listFiles(native: string): Promise<string[]> {
  const entries = await readdir(native, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.a'))
    .map((entry) => path.relative(native, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/\/(pgxs|pkgconfig|include)\//.test(file) && file !== 'pg-symlinks.json');
}

async function listFolders(target: string): Promise<string[]> {
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.relative(target, path.join(entry.parentPath, entry.name)));
}
