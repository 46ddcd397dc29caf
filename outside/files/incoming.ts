import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { failingAsStorage, nullWhenMissing } from './failures.ts';
import type { FileArea, ReceivedFile } from './store.ts';

/**
 * Where files lie while they arrive: a folder on this disk, whatever store they go to. What is in it is named by nobody, so that
 * a half file is never seen.
 */
export interface Incoming {
  receive(content: AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
  /** A place that nobody else has. */
  newPlace(): Promise<string>;
  /** Removes what was interrupted. */
  tidy(): Promise<void>;
}

/** How files are opened for writing; tests replace it to fill the disk. */
export type OpenForWriting = (path: string) => Promise<Pick<FileHandle, 'write' | 'sync' | 'close'>>;

/** Takes what has arrived at `path` into the store, and leaves nothing there. */
export type KeepArrived = (
  area: FileArea,
  file: { readonly path: string; readonly sha256: string; readonly bytes: number },
) => Promise<void>;

/** Longer than any upload may take. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

export const createFile: OpenForWriting = (path) => open(path, 'wx', 0o600);

export function openIncoming(folder: string, openForWriting: OpenForWriting, keep: KeepArrived): Incoming {
  async function newPlace(): Promise<string> {
    await mkdir(folder, { recursive: true });
    return join(folder, randomUUID());
  }

  async function receive(content: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    const path = await newPlace();
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
          await keep(area, { path, sha256, bytes });
          isKept = true;
        }),
      async discard() {
        if (!isKept) await rm(path, { force: true }).catch(() => undefined);
      },
    };
  }

  async function tidy(): Promise<void> {
    for (const name of (await readdir(folder).catch(nullWhenMissing)) ?? []) {
      const path = join(folder, name);
      const facts = await stat(path).catch(nullWhenMissing);
      if (facts !== null && Date.now() - facts.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
    }
  }

  return {
    receive: (content) => failingAsStorage(() => receive(content)),
    newPlace: () => failingAsStorage(newPlace),
    tidy: () => failingAsStorage(tidy),
  };
}

async function writeAll(handle: Pick<FileHandle, 'write'>, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, offset, chunk.length - offset);
    offset += bytesWritten;
  }
}
