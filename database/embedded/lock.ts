import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { identifySelf, isAlive, waitUntil, type ProcessIdentity } from './processes.ts';
import { createPrivately, readIfPresent, type Places } from './places.ts';

/** Longer than any start with recovery of a large log or any stop with much to write. */
const patienceMs = 300_000;

/** Longer than any write; a younger draft may still be incomplete. */
const draftAgeMs = 60_000;

/** Runs the work while no other process starts or stops the server of this data folder. */
export async function runWhileLocked<T>(places: Places, work: () => Promise<T>): Promise<T> {
  const claim = `${places.lock}.${randomUUID()}`;
  await createPrivately(places, claim, JSON.stringify(await identifySelf()));
  try {
    if (!(await waitUntil(() => takeLock(places.lock, claim), patienceMs))) {
      throw new Error(`Another process (${await readLock(places.lock)}) holds the lock ${places.lock}.`);
    }
    try {
      await rm(claim);
      await removeStaleDrafts(places);
      return await work();
    } finally {
      await rm(places.lock, { force: true });
    }
  } finally {
    await rm(claim, { force: true });
  }
}

/** Removes drafts and claims of killed processes. Only a claim can be younger than the lock. */
async function removeStaleDrafts(places: Places): Promise<void> {
  const draft = /^postgres\.(json|password|lock)\.[0-9a-f-]{36}(\.aside)?$/;
  for (const name of (await readdir(places.dataDir)).filter((name) => draft.test(name))) {
    const file = path.join(places.dataDir, name);
    const found = await readIfPresent(stat(file));
    if (found === null || Date.now() - found.mtimeMs < draftAgeMs) continue;
    const text = await readIfPresent(readFile(file, 'utf8'));
    if (text !== null && !(await isHeld(text))) await rm(file, { force: true });
  }
}

async function takeLock(lock: string, claim: string): Promise<boolean> {
  if (await linkIfFree(claim, lock)) return true;
  const seen = await readLock(lock);
  if (seen === null || (await isHeld(seen))) return false;
  // Its holder was killed. Two processes may notice at once, so the lock is moved aside and read again: if the
  // other one was faster, the moved file is its new lock and is put back.
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

/** An unreadable lock does not belong to a live process, because a claim is complete before it takes effect. */
async function isHeld(text: string): Promise<boolean> {
  try {
    return await isAlive(JSON.parse(text) as ProcessIdentity);
  } catch {
    return false;
  }
}
