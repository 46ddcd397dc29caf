import { hostname } from 'node:os';
import { access, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { identifySelf, isAlive, type ProcessIdentity } from '../../database/embedded/processes.ts';
import { UserMistake } from '../script.ts';

/**
 * The unfinished file of a backup. Beside it is a note of the process that writes it, so that a later backup under the
 * same name can tell a draft in progress from one whose process was killed.
 */
export interface Draft {
  readonly path: string;
  readonly file: FileHandle;
  /** Removes the note; the file itself was renamed or removed before. */
  release(): Promise<void>;
}

interface Writer extends ProcessIdentity {
  readonly host: string;
}

/** The absolute path of a file that does not exist yet. @throws UserMistake */
export async function requireNewFile(name: string): Promise<string> {
  const path = resolve(name);
  await access(path).then(
    () => Promise.reject(new UserMistake(`${path} already exists: choose another name`)),
    () => undefined,
  );
  return path;
}

/** Readable by the owner only. @throws UserMistake if another process writes it, or its writer is unknown */
export async function openDraft(target: string): Promise<Draft> {
  const path = `${target}.part`;
  const note = `${path}.writer`;
  await removeAbandoned(path, note);
  const writer: Writer = { host: hostname(), ...(await identifySelf()) };
  await createFile(note, `${JSON.stringify(writer)}\n`);
  try {
    return { path, file: await openNew(path), release: () => rm(note, { force: true }) };
  } catch (error) {
    await rm(note, { force: true });
    throw error;
  }
}

async function removeAbandoned(path: string, note: string): Promise<void> {
  const writer = await readWriter(note);
  if (writer === null) return;
  if (writer.host !== hostname() || (await isAlive(writer)))
    throw new UserMistake(
      `Cannot write ${path}: process ${writer.pid} on ${writer.host} is writing it; if it was stopped, remove ${note}`,
    );
  await rm(path, { force: true });
  await rm(note, { force: true });
}

/** Null if there is no note. A note cut off by a kill names no process, and neither does any other file. */
async function readWriter(note: string): Promise<Writer | null> {
  try {
    return JSON.parse(await readFile(note, 'utf8')) as Writer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (error instanceof SyntaxError) return { host: hostname(), pid: 0, startedAt: '' };
    throw error;
  }
}

async function createFile(path: string, text: string): Promise<void> {
  const file = await openNew(path);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

const openNew = (path: string): Promise<FileHandle> =>
  open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new UserMistake(`Cannot write ${path}: ${error.message}`);
  });
