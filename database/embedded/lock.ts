import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { identifySelf, isAlive, waitUntil, type ProcessIdentity } from './processes.ts';
import { createPrivately, readIfPresent, type Places } from './places.ts';

/** A start on a large log to recover, or a stop with much to write, takes a while; nothing takes this long. */
const patienceMs = 300_000;

/** Nothing takes longer to write; a younger draft may still be incomplete. */
const draftAgeMs = 60_000;

/** Runs the work while no other process starts or stops the server of this data folder. */
export async function whileLocked<T>(places: Places, work: () => Promise<T>): Promise<T> {
  const claim = `${places.lock}.${randomUUID()}`;
  await createPrivately(places, claim, JSON.stringify(await identifySelf()));
  try {
    if (!(await waitUntil(() => take(places.lock, claim), patienceMs))) {
      throw new Error(`Another process (${await readLock(places.lock)}) keeps ${places.lock} locked.`);
    }
    try {
      await rm(claim);
      await sweep(places);
      return await work();
    } finally {
      await rm(places.lock, { force: true });
    }
  } finally {
    await rm(claim, { force: true });
  }
}

/** Removes the drafts and claims of processes that were killed. Only a claim can be younger than the lock. */
async function sweep(places: Places): Promise<void> {
  const draft = /^postgres\.(json|password|lock)\.[0-9a-f-]{36}(\.aside)?$/;
  for (const name of (await readdir(places.dataDir)).filter((name) => draft.test(name))) {
    const file = path.join(places.dataDir, name);
    const found = await readIfPresent(stat(file));
    if (found === null || Date.now() - found.mtimeMs < draftAgeMs) continue;
    const text = await readIfPresent(readFile(file, 'utf8'));
    if (text !== null && !(await isHeld(text))) await rm(file, { force: true });
  }
}

async function take(lock: string, claim: string): Promise<boolean> {
  if (await linkIfFree(claim, lock)) return true;
  const seen = await readLock(lock);
  if (seen === null || (await isHeld(seen))) return false;
  // Its holder was killed. Two processes may see that at once, so the lock is moved aside and read again: had the
  // other one been faster, what was moved is its new lock, and goes back.
  const aside = `${claim}.aside`;
  if (!(await renameIfPresent(lock, aside))) return false;
  if ((await readLock(aside)) !== seen) await linkIfFree(aside, lock);
  await rm(aside, { force: true });
  return linkIfFree(claim, lock);
}

async function linkIfFree(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

async function renameIfPresent(from: string, to: string): Promise<boolean> {
  return (await readIfPresent(rename(from, to).then(() => true))) ?? false;
}

async function readLock(lock: string): Promise<string | null> {
  return readIfPresent(readFile(lock, 'utf8'));
}

/** A lock that cannot be understood was not written by a process that still lives: a claim is complete before it counts. */
async function isHeld(text: string): Promise<boolean> {
  try {
    return await isAlive(JSON.parse(text) as ProcessIdentity);
  } catch {
    return false;
  }
}
