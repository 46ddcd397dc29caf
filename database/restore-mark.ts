import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION } from '../support/version.ts';
import { getPlaces, giveToOwnerOfDataDir, syncFolder } from './embedded/places.ts';
import { identifySelf, isAlive, type ProcessIdentity } from './embedded/processes.ts';

/**
 * The mark of a restore in its data folder. It is written before anything else and completed when everything is in
 * place. A folder with an incomplete mark holds part of the data and must not be used.
 */
export interface RestoreMark {
  /** The backup file. */
  readonly backup: string;
  readonly started_at: string;
  /** Null until everything is in place. */
  readonly finished_at: string | null;
  readonly version: string;
  readonly process: ProcessIdentity;
  /** Names of the files and folders that are being moved into place. */
  readonly entries: readonly string[];
}

/** The data folder contains an interrupted restore, or one that is still running. */
export class UnfinishedRestore extends Error {}

export const RESTORE_MARK = 'restore.json';

/** Null if the folder was not restored. An unreadable mark counts as one of an interrupted restore. */
export async function readRestoreMark(dataDir: string): Promise<RestoreMark | null> {
  const text = await readFile(join(dataDir, RESTORE_MARK), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return JSON.parse(text) as RestoreMark;
  } catch {
    return { ...UNREADABLE };
  }
}

const UNREADABLE: RestoreMark = {
  backup: 'FILE',
  started_at: '',
  finished_at: null,
  version: '',
  process: { pid: 0, startedAt: '' },
  entries: [],
};

export const isRestoreRunning = ({ finished_at, process }: RestoreMark): Promise<boolean> =>
  finished_at === null ? isAlive(process) : Promise.resolve(false);

/** @throws if the folder already has a mark */
export async function beginRestore(dataDir: string, backup: string): Promise<RestoreMark> {
  const mark: RestoreMark = {
    backup,
    started_at: new Date().toISOString(),
    finished_at: null,
    version: VERSION,
    process: await identifySelf(),
    entries: [],
  };
  const draft = await writeDraft(dataDir, mark);
  try {
    await link(draft, join(dataDir, RESTORE_MARK));
  } finally {
    await rm(draft, { force: true });
  }
  return mark;
}

/** Replaces the mark: a reader sees the old or the new one, also after a power failure. */
export async function updateRestoreMark(dataDir: string, mark: RestoreMark): Promise<void> {
  await rename(await writeDraft(dataDir, mark), join(dataDir, RESTORE_MARK));
  await syncFolder(dataDir);
}

async function writeDraft(dataDir: string, mark: RestoreMark): Promise<string> {
  const draft = join(dataDir, `${RESTORE_MARK}.${randomUUID()}`);
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(mark, null, 2)}\n`);
    await giveToOwnerOfDataDir(getPlaces(dataDir), file);
    await file.sync();
  } finally {
    await file.close();
  }
  return draft;
}

/** @throws UnfinishedRestore if the folder holds part of a restored backup only */
export async function requireFinishedRestore(dataDir: string): Promise<void> {
  const mark = await readRestoreMark(dataDir);
  if (mark === null || mark.finished_at !== null) return;
  throw new UnfinishedRestore(
    (await isRestoreRunning(mark))
      ? `a restore into DATA_DIR ${dataDir} is running (pid ${mark.process.pid}): wait until it has finished`
      : `the restore of ${mark.backup} into DATA_DIR ${dataDir} was interrupted, and its data is incomplete: run ` +
          `"DATA_DIR=${dataDir} grandlivre restore --from ${mark.backup}" again, with the same options: it starts over`,
  );
}
