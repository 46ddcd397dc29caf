import { chown, lchown, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { destroyEmbeddedServer } from '../../database/embedded/index.ts';
import { syncFolder } from '../../database/embedded/places.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import {
  beginRestore,
  isRestoreRunning,
  readRestoreMark,
  RESTORE_MARK,
  updateRestoreMark,
} from '../../database/restore-mark.ts';
import { UserMistake } from '../script.ts';
import { requireEmptyFolder } from './load.ts';

/**
 * A restore fills a folder inside the data folder, because that one may be a mounted volume, which cannot be renamed. At
 * the end its content is moved up. Until then the mark keeps every service and tool away.
 */
const WORKSHOP = 'restoring';

/**
 * Takes an empty data folder, or one with an interrupted restore, which is removed. Returns the folder to fill.
 * @throws UserMistake
 */
export async function claimFolder(dataDir: string, backup: string): Promise<string> {
  const earlier = await readRestoreMark(dataDir);
  if (earlier !== null && (await isRestoreRunning(earlier)))
    throw new UserMistake(`Another restore into ${dataDir} is running (pid ${earlier.process.pid})`);
  if (earlier?.finished_at === null) await clearFolder(dataDir);
  await requireEmptyFolder(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await beginRestore(dataDir, backup).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new UserMistake(`Another restore into ${dataDir} has just begun`) : error;
  });
  const workshop = join(dataDir, WORKSHOP);
  await mkdir(workshop, { mode: 0o700 });
  await beginRestore(workshop, backup);
  // The owner of the data folder may later start the service without root.
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(dataDir);
    await chown(workshop, uid, gid);
  }
  return workshop;
}

/** Removes what an unfinished restore has left, and nothing else; its mark last. */
export async function clearFolder(dataDir: string): Promise<void> {
  const mark = await readRestoreMark(dataDir);
  await destroyEmbeddedServer(join(dataDir, WORKSHOP));
  for (const name of mark?.entries ?? []) await rm(join(dataDir, name), { recursive: true, force: true });
  for (const name of await readdir(dataDir))
    if (name.startsWith(`${RESTORE_MARK}.`)) await rm(join(dataDir, name), { force: true });
  await rm(join(dataDir, RESTORE_MARK), { force: true });
}

/** Moves the filled folder into place. The completed mark is the last thing written. */
export async function moveIntoPlace(dataDir: string): Promise<void> {
  const workshop = join(dataDir, WORKSHOP);
  const mark = await readRestoreMark(dataDir);
  if (mark === null) throw new Error(`${dataDir} is not being restored any more`);
  await rm(join(workshop, RESTORE_MARK));
  const entries = await readdir(workshop);
  await giveToOwner(workshop, dataDir);
  await updateRestoreMark(dataDir, { ...mark, entries });
  for (const name of entries) {
    await rename(join(workshop, name), join(dataDir, name));
    passFaultPoint('restore-moving');
  }
  await rmdir(workshop);
  await syncFolder(dataDir);
  passFaultPoint('restore-moved');
  await updateRestoreMark(dataDir, { ...mark, finished_at: new Date().toISOString() });
}

/** Files that root has written; those of the database server belong to its own account already. */
async function giveToOwner(workshop: string, dataDir: string): Promise<void> {
  const { uid, gid } = await stat(dataDir);
  if (process.getuid?.() !== 0 || uid === 0) return;
  for (const name of ['app.key', 'files']) {
    const path = join(workshop, name);
    const below = await readdir(path, { recursive: true }).catch(() => []);
    for (const each of [path, ...below.map((found) => join(path, found))])
      await lchown(each, uid, gid).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
  }
}
