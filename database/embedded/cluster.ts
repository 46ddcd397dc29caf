import { spawn } from 'node:child_process';
import { lchown, mkdir, mkdtemp, open, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Account } from './account.ts';
import { serverEnvironment, type Binaries } from './binaries.ts';
import { readIfPresent, type Places } from './places.ts';
import { readOrMakePassword, readPassword } from './record.ts';

/** PostgreSQL's own administrator, whom the service connects as. */
export const databaseUser = 'grandlivre';

/**
 * How the server names its data folder. As root, the server's user may be unable to enter the folders above it; but a
 * child process changes to its working folder before it gives up root, and from there the kernel leads it back through
 * `/proc/self/cwd` without asking again. So the data stays where the operator wants it, whatever lies above.
 */
export function nameForServer(folder: string, account: Account | null): string {
  return account !== null && process.platform === 'linux' ? '/proc/self/cwd' : folder;
}

/** The user that owns the data, null when there is none yet. */
export async function ownerOfCluster(places: Places): Promise<number | null> {
  const version = await readIfPresent(stat(path.join(places.cluster, 'PG_VERSION')));
  return version === null ? null : (await stat(places.cluster)).uid;
}

/** Makes the cluster on the first start, and clears away what a first start that was killed has left. */
export async function ensureCluster(
  places: Places,
  binaries: Binaries,
  account: Account | null,
  durable: boolean,
): Promise<void> {
  await removeUnfinished(places);
  if (await isCluster(places)) {
    if (account !== null && (await stat(places.cluster)).uid === 0) await giveTree(places.cluster, account);
    return;
  }
  await removeEmptyFolder(places);
  const workshop = await mkdtemp(places.unfinishedPrefix);
  const data = path.join(workshop, 'data');
  const passwordFile = path.join(workshop, 'password');
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, await readOrMakePassword(places), { mode: 0o600 });
  if (account !== null) await giveTree(workshop, account);
  await runInitdb(binaries, account, data, durable);
  await rename(data, places.cluster);
  await syncFolder(places.dataDir);
  await rm(workshop, { recursive: true });
}

async function isCluster(places: Places): Promise<boolean> {
  if ((await readIfPresent(stat(path.join(places.cluster, 'PG_VERSION')))) === null) return false;
  await readPassword(places);
  return true;
}

/** Clusters appear under their name only when they are complete; anything else there is not ours to remove. */
async function removeEmptyFolder(places: Places): Promise<void> {
  const present = await readIfPresent(readdir(places.cluster));
  if (present === null) return;
  if (present.length > 0) {
    throw new Error(
      `${places.cluster} is not empty and holds no PostgreSQL data: move it away, or choose another DATA_DIR.`,
    );
  }
  await rmdir(places.cluster);
}

/** An `initdb` that outlived its parent may still be writing: it fails by itself once its folder is gone. */
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const;

async function removeUnfinished(places: Places): Promise<void> {
  const prefix = path.basename(places.unfinishedPrefix);
  for (const name of await readdir(places.dataDir)) {
    if (name.startsWith(prefix)) await rm(path.join(places.dataDir, name), removal);
  }
}

async function runInitdb(binaries: Binaries, account: Account | null, data: string, durable: boolean): Promise<void> {
  const folder = nameForServer(data, account);
  const options = [
    ['-D', folder],
    ['-U', databaseUser],
    [`--pwfile=${folder}/../password`, '--auth=scram-sha-256'],
    // Text compares by code point on every machine alike, and upper and lower case still know all of Unicode.
    ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ['--text-search-config=simple', '--no-instructions'],
    durable ? [] : ['--no-sync'],
  ].flat();
  const { code, output } = await new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(binaries.initdb, options, {
      cwd: data,
      env: serverEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own process group, as for the server: Ctrl-C is for the service, which decides what to end.
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
    ? 'PostgreSQL needs a user with a name, and the user id of this process has none in /etc/passwd. ' +
        `Name it there, or set DATABASE_URL to a PostgreSQL server of your own. (${reason})`
    : `The embedded PostgreSQL could not be initialised: ${reason}`;
}

async function giveTree(folder: string, account: Account): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) await giveTree(child, account);
    else await lchown(child, account.uid, account.gid);
  }
  // Last, so that a start that was killed in between is seen as unfinished by the next one.
  await lchown(folder, account.uid, account.gid);
}

/** A rename counts after a power failure once its folder is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
