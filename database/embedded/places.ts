import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, rename, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/** Where everything of one embedded server lies. */
export interface Places {
  readonly dataDir: string;
  /** The cluster itself: PostgreSQL's data folder. */
  readonly cluster: string;
  /** Who runs the server, and where it listens. */
  readonly record: string;
  readonly password: string;
  readonly log: string;
  /** Held while a server is being started or stopped. */
  readonly lock: string;
  /** Folders with this prefix hold a cluster that is being made, or that was left half made. */
  readonly unfinishedPrefix: string;
}

export function placesUnder(dataDir: string): Places {
  const absolute = path.resolve(dataDir);
  const at = (name: string): string => path.join(absolute, name);
  return {
    dataDir: absolute,
    cluster: at('postgres'),
    record: at('postgres.json'),
    password: at('postgres.password'),
    log: at('postgres.log'),
    lock: at('postgres.lock'),
    unfinishedPrefix: at('postgres.new-'),
  };
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Makes the data folder, and says so plainly when it is another user's. */
export async function makeDataDir(places: Places): Promise<void> {
  const full = constants.R_OK | constants.W_OK | constants.X_OK;
  try {
    await mkdir(places.dataDir, { recursive: true, mode: 0o700 });
    await access(places.dataDir, full);
    await readIfPresent(access(places.cluster, full));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data folder ${places.dataDir} cannot be used by uid ${process.getuid?.()}: ${reason}`);
  }
}

/**
 * Writes a file that only its owner can read, in one step: a reader sees the old text or the new one, never a half. What
 * root writes belongs to whoever owns the data folder, who may start the service without root next time.
 */
export async function writePrivately(places: Places, file: string, text: string, owner?: Owner): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await createPrivately(places, draft, text, owner);
  await rename(draft, file);
}

/** Fails when the file is there. */
export async function createPrivately(places: Places, file: string, text: string, owner?: Owner): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await giveToOwnerOfDataDir(places, handle, owner);
  } finally {
    await handle.close();
  }
}

/** Works on the open file: by its name, another user of the folder could exchange it for a link at that moment. */
export async function giveToOwnerOfDataDir(places: Places, file: FileHandle, owner?: Owner): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = owner ?? (await stat(places.dataDir));
  await file.chown(uid, gid);
}

export async function readIfPresent<T>(read: Promise<T>): Promise<T | null> {
  return read.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
