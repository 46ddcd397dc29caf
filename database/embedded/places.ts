import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, rename, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';

/** File locations of one embedded server. */
export interface Places {
  readonly dataDir: string;
  /** The cluster: the data folder of PostgreSQL. */
  readonly cluster: string;
  /** Record of who runs the server and on which port. */
  readonly record: string;
  readonly password: string;
  readonly log: string;
  /** Held while a server is being started or stopped. */
  readonly lock: string;
  /** Prefix of folders with a cluster that is being created or was left incomplete. */
  readonly unfinishedPrefix: string;
}

export function getPlaces(dataDir: string): Places {
  const absolute = path.resolve(dataDir);
  const joinPath = (name: string): string => path.join(absolute, name);
  return {
    dataDir: absolute,
    cluster: joinPath('postgres'),
    record: joinPath('postgres.json'),
    password: joinPath('postgres.password'),
    log: joinPath('postgres.log'),
    lock: joinPath('postgres.lock'),
    unfinishedPrefix: joinPath('postgres.new-'),
  };
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Creates the data folder and reports clearly if it is not accessible. */
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
 * Atomically writes a file that only its owner can read: a reader sees the old or the new text, never a part. Files
 * written by root belong to the owner of the data folder, who may later start the service without root.
 */
export async function writePrivately(places: Places, file: string, text: string, owner?: Owner): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await createPrivately(places, draft, text, owner);
  await rename(draft, file);
}

/** Fails if the file exists. */
export async function createPrivately(places: Places, file: string, text: string, owner?: Owner): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await giveToOwnerOfDataDir(places, handle, owner);
  } finally {
    await handle.close();
  }
}

/** Works on the open file, because by name another user could replace it with a link. */
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

/** A rename survives a power failure only once its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
