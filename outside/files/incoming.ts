import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { withStorageFailures, nullIfMissing } from './failures.ts';
import type { FileArea, ReceivedFile } from './store.ts';

/**
 * Folder for files while they arrive, on the local disk for every kind of store. Its files have temporary names, so that
 * an incomplete file is never visible.
 */
export interface Incoming {
  receive(content: AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
  /** A new unique path. */
  createPath(): Promise<string>;
  /** Removes interrupted uploads. */
  removeAbandoned(): Promise<void>;
}

/** Opens files for writing; replaced in tests to simulate a full disk. */
export type OpenForWriting = (path: string) => Promise<Pick<FileHandle, 'write' | 'sync' | 'close'>>;

/** Moves the file at `path` into the store. */
export type KeepArrived = (
  area: FileArea,
  file: { readonly path: string; readonly sha256: string; readonly bytes: number },
) => Promise<void>;

/** Longer than any upload may take. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Stored files contain the data of clients: only the user of the service may list or open them. */
export const PRIVATE_FOLDER = 0o700;

export const createFile: OpenForWriting = (path) => open(path, 'wx', 0o600);

export function openIncoming(folder: string, openForWriting: OpenForWriting, keep: KeepArrived): Incoming {
  async function createPath(): Promise<string> {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    return join(folder, randomUUID());
  }

  async function receiveFile(content: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    const path = await createPath();
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
    return toReceivedFile(path, hash.digest('hex'), bytes);
  }

  function toReceivedFile(path: string, sha256: string, bytes: number): ReceivedFile {
    let isKept = false;
    return {
      sha256,
      bytes,
      path,
      read: () => withStorageFailures(() => readFile(path)),
      keep: (area) =>
        withStorageFailures(async () => {
          await keep(area, { path, sha256, bytes });
          isKept = true;
        }),
      async discard() {
        if (!isKept) await rm(path, { force: true }).catch(() => undefined);
      },
    };
  }

  async function removeAbandoned(): Promise<void> {
    for (const name of (await readdir(folder).catch(nullIfMissing)) ?? []) {
      const path = join(folder, name);
      const facts = await stat(path).catch(nullIfMissing);
      if (facts !== null && Date.now() - facts.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
    }
  }

  return {
    receive: (content) => withStorageFailures(() => receiveFile(content)),
    createPath: () => withStorageFailures(createPath),
    removeAbandoned: () => withStorageFailures(removeAbandoned),
  };
}

async function writeAll(handle: Pick<FileHandle, 'write'>, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, offset, chunk.length - offset);
    offset += bytesWritten;
  }
}
