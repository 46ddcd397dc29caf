import { spawn } from 'node:child_process';
import { lchown, mkdir, mkdtemp, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from './account.ts';
import { buildServerEnvironment, type Binaries } from './binaries.ts';
import { readIfPresent, syncFolder, type Places } from './places.ts';
import { readOrMakePassword, readPassword } from './record.ts';

/** The PostgreSQL administrator, used by the service to connect. */
export const databaseUser = 'grandlivre';

/**
 * The path by which the server knows its data folder. As root, the server user may be unable to access the parent
 * folders. But a child process enters its working folder before it gives up root and can then use `/proc/self/cwd`
 * without further checks. The data can therefore stay wherever the operator wants.
 */
export function getServerPath(folder: string, account: Account | null): string {
  return account !== null && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/** The user that owns the data; null if there is none yet. */
export async function findClusterOwner(places: Places): Promise<number | null> {
  const version = await readIfPresent(stat(path.join(places.cluster, 'PG_VERSION')));
  return version === null ? null : (await stat(places.cluster)).uid;
}

/** Creates the cluster on the first start and removes leftovers of a first start that was killed. */
export async function ensureCluster(
  places: Places,
  binaries: Binaries,
  account: Account | null,
  durable: boolean,
): Promise<void> {
  await removeUnfinished(places);
  if (await isCluster(places)) {
    if (account !== null && (await stat(places.cluster)).uid === 0) await changeTreeOwner(places.cluster, account);
    return;
  }
  await removeEmptyFolder(places);
  const workshop = await mkdtemp(places.unfinishedPrefix);
  const data = path.join(workshop, 'data');
  const passwordFile = path.join(workshop, 'password');
  try {
    await mkdir(data, { mode: 0o700 });
    await writeFile(passwordFile, await readOrMakePassword(places), { mode: 0o600 });
    if (account !== null) await changeTreeOwner(workshop, account);
    await runInitdb(binaries, account, data, durable);
    await rename(data, places.cluster);
    await syncFolder(places.dataDir);
  } finally {
    await rm(workshop, removal);
  }
}

async function isCluster(places: Places): Promise<boolean> {
  if ((await readIfPresent(stat(path.join(places.cluster, 'PG_VERSION')))) === null) return false;
  await readPassword(places);
  return true;
}

/** A cluster appears under its name only when complete; anything else there must not be removed. */
async function removeEmptyFolder(places: Places): Promise<void> {
  const present = await readIfPresent(readdir(places.cluster));
  if (present === null) return;
  if (present.length > 0) {
    throw new Error(
      `${places.cluster} is not empty and contains no PostgreSQL data: move it away, or choose another DATA_DIR.`,
    );
  }
  await rmdir(places.cluster);
}

/** An `initdb` that outlived its parent may still be writing; it fails once its folder is gone. */
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const;

async function removeUnfinished(places: Places): Promise<void> {
  const prefix = path.basename(places.unfinishedPrefix);
  for (const name of await readdir(places.dataDir)) {
    if (name.startsWith(prefix)) await rm(path.join(places.dataDir, name), removal);
  }
}

async function runInitdb(binaries: Binaries, account: Account | null, data: string, durable: boolean): Promise<void> {
  const folder = getServerPath(data, account);
  const options = [
    ['-D', folder],
    ['-U', databaseUser],
    [`--pwfile=${folder}/../password`, '--auth=scram-sha-256'],
    // Text is compared by code point on every machine; case conversion still covers all of Unicode.
    ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ['--text-search-config=simple', '--no-instructions'],
    durable ? [] : ['--no-sync'],
  ].flat();
  const { code, output } = await new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(binaries.initdb, options, {
      cwd: data,
      env: buildServerEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      // Separate process group, as for the server: Ctrl-C is handled by the service alone.
      detached: true,
      ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
  if (code !== 0) throw new Error(explainInitdb(output));
}

function explainInitdb(output: string): string {
  const reason = output.trim().split('\n').slice(-5).join('\n');
  return /could not look up effective user ID/.test(output)
    ? 'PostgreSQL needs a named user, and the user id of this process is not in /etc/passwd. ' +
        `Add it there, or set DATABASE_URL to your own PostgreSQL server. (${reason})`
    : `The embedded PostgreSQL could not be initialised: ${reason}`;
}

async function changeTreeOwner(folder: string, account: Account): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) await changeTreeOwner(child, account);
    else await lchown(child, account.uid, account.gid);
  }
  // Last, so that the next start recognises an interrupted one.
  await lchown(folder, account.uid, account.gid);
}
