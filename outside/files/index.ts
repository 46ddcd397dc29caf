import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { asStorageFailure } from './failures.ts';

/**
 * Uploaded files, each under the SHA-256 of what it contains: the same content is kept once, a file never changes, and the
 * log needs to hold nothing but the hash. A file is written aside, flushed to the disk and then renamed, so that a half
 * one is never seen. Areas are kept apart because they are served under different rules.
 */
export type FileArea = 'logos' | 'documents';

export interface FileStore {
  /** Keeps the content and gives its hash. @throws StorageFull, StorageUnavailable, as all the others */
  put(area: FileArea, content: Uint8Array): Promise<string>;
  /** Takes in a stream piece by piece, hashed on its way. It is kept only once `keep` is called. */
  receive(content: AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
  /** The whole content, or null when there is none under this hash; for small files. */
  read(area: FileArea, sha256: string): Promise<Buffer | null>;
  open(area: FileArea, sha256: string): Promise<OpenedFile | null>;
  /** Lets `work` read the file where it lies on this disk; null when there is none under this hash. */
  onDisk<Result>(area: FileArea, sha256: string, work: (path: string) => Promise<Result>): Promise<Result | null>;
  /** Removes what interrupted uploads have left behind. */
  tidy(): Promise<void>;
  /** Removes files that have lain there for long and that nothing refers to; gives their number. */
  sweep(area: FileArea, olderThanMs: number, referred: Referred): Promise<number>;
}

/** Which of these hashes something still refers to. */
export type Referred = (hashes: readonly string[]) => Promise<ReadonlySet<string>>;

export interface ReceivedFile {
  readonly sha256: string;
  readonly bytes: number;
  /** Where it lies until it is kept or discarded. */
  readonly path: string;
  read(): Promise<Buffer>;
  keep(area: FileArea): Promise<void>;
  /** Does nothing to a file that was kept. */
  discard(): Promise<void>;
}

export interface OpenedFile {
  readonly bytes: number;
  readonly stream: Readable;
}

/** How files are opened for writing; tests replace it to fill the disk. */
export type OpenForWriting = (path: string) => Promise<Pick<FileHandle, 'write' | 'sync' | 'close'>>;

export interface FileStoreOptions {
  readonly folder: string;
  readonly openForWriting?: OpenForWriting;
}

const SHA256 = /^[0-9a-f]{64}$/;
/** Longer than any upload may take. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

export function openFileStore({ folder, openForWriting = createFile }: FileStoreOptions): FileStore {
  const incoming = join(folder, 'incoming');

  /** Two letters of the hash spread the files over folders of a size that every file system bears. */
  function placeOf(area: FileArea, sha256: string): string {
    if (!SHA256.test(sha256)) throw new Error('Files are named by their SHA-256');
    return join(folder, area, sha256.slice(0, 2), sha256);
  }

  async function receive(content: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    await mkdir(incoming, { recursive: true });
    const path = join(incoming, randomUUID());
    const hash = createHash('sha256');
    let bytes = 0;
    const handle = await openForWriting(path);
    try {
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        await writeAll(handle, chunk);
      }
      await handle.sync();
      await handle.close();
    } catch (error) {
      await handle.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
    return received(path, hash.digest('hex'), bytes);
  }

  function received(path: string, sha256: string, bytes: number): ReceivedFile {
    let isKept = false;
    return {
      sha256,
      bytes,
      path,
      read: () => failingAsStorage(() => readFile(path)),
      keep: (area) =>
        failingAsStorage(async () => {
          const place = placeOf(area, sha256);
          await mkdir(dirname(place), { recursive: true });
          await rename(path, place);
          isKept = true;
          await syncFolder(dirname(place));
        }),
      async discard() {
        if (!isKept) await rm(path, { force: true }).catch(() => undefined);
      },
    };
  }

  /** Taken aside first and looked at once more: the same content may have been uploaded again in this very instant. */
  async function removeIfOlder(area: FileArea, sha256: string, olderThanMs: number): Promise<boolean> {
    await mkdir(incoming, { recursive: true });
    const [place, aside] = [placeOf(area, sha256), join(incoming, randomUUID())];
    await rename(place, aside);
    if (await isOlder(aside, olderThanMs)) {
      await rm(aside, { force: true });
      return true;
    }
    await rename(aside, place);
    return false;
  }

  return {
    receive: (content) => failingAsStorage(() => receive(content)),
    put: (area, content) =>
      failingAsStorage(async () => {
        const sha256 = createHash('sha256').update(content).digest('hex');
        if (await isThere(placeOf(area, sha256), content.length)) {
          // It counts as new: whatever is about to refer to it will find it.
          await utimes(placeOf(area, sha256), new Date(), new Date());
          return sha256;
        }
        const file = await receive(once(content));
        try {
          await file.keep(area);
        } finally {
          await file.discard();
        }
        return sha256;
      }),
    read: (area, sha256) => failingAsStorage(() => readFile(placeOf(area, sha256)).catch(nullWhenMissing)),
    open: (area, sha256) =>
      failingAsStorage(async () => {
        const handle = await open(placeOf(area, sha256), 'r').catch(nullWhenMissing);
        if (handle === null) return null;
        const { size } = await handle.stat();
        return { bytes: size, stream: handle.createReadStream() };
      }),
    async onDisk(area, sha256, work) {
      const place = placeOf(area, sha256);
      const facts = await failingAsStorage(() => stat(place).catch(nullWhenMissing));
      return facts === null ? null : work(place);
    },
    tidy: () =>
      failingAsStorage(async () => {
        const names = await readdir(incoming).catch(nullWhenMissing);
        for (const name of names ?? []) {
          const path = join(incoming, name);
          const facts = await stat(path).catch(nullWhenMissing);
          if (facts !== null && Date.now() - facts.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
        }
      }),
    sweep: (area, olderThanMs, referred) =>
      failingAsStorage(async () => {
        let removed = 0;
        for (const shelf of (await readdir(join(folder, area)).catch(nullWhenMissing)) ?? []) {
          const names = (await readdir(join(folder, area, shelf))).filter((name) => SHA256.test(name));
          const old: string[] = [];
          for (const name of names) if (await isOlder(placeOf(area, name), olderThanMs)) old.push(name);
          const kept = old.length === 0 ? new Set() : await referred(old);
          for (const name of old) if (!kept.has(name) && (await removeIfOlder(area, name, olderThanMs))) removed += 1;
        }
        return removed;
      }),
  };
}

const createFile: OpenForWriting = (path) => open(path, 'wx', 0o600);

async function writeAll(handle: Pick<FileHandle, 'write'>, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, offset, chunk.length - offset);
    offset += bytesWritten;
  }
}

/** A rename is only as durable as the folder that holds the name. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

async function isThere(path: string, bytes: number): Promise<boolean> {
  const facts = await stat(path).catch(nullWhenMissing);
  return facts?.size === bytes;
}

async function isOlder(path: string, ms: number): Promise<boolean> {
  const facts = await stat(path).catch(nullWhenMissing);
  return facts !== null && Date.now() - facts.mtimeMs > ms;
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

function nullWhenMissing(error: unknown): null {
  if ((error as { code?: unknown }).code === 'ENOENT') return null;
  throw error;
}

async function failingAsStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStorageFailure(error);
  }
}
