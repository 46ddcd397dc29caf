import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { failingAsStorage, StorageUnavailable } from './failures.ts';
import { openIncoming, type OpenForWriting } from './incoming.ts';
import type { FileArea, FileStore, OpenedFile } from './store.ts';
import { isHash, pathOf } from './names.ts';
import type { Objects } from './objects.ts';

export interface BucketStoreOptions {
  readonly objects: Objects;
  /** Folder on this disk in which files arrive, and lie while they are read here. */
  readonly incoming: string;
  readonly openForWriting: OpenForWriting;
}

/** Files in a bucket, under the same names as in a folder: either can be copied into the other. */
export function openBucketStore({ objects, incoming: folder, openForWriting }: BucketStoreOptions): FileStore {
  const keyOf = (area: FileArea, sha256: string): string => pathOf(area, sha256).join('/');
  // Put even where it is there already: it counts as new, so that whatever is about to refer to it will find it.
  const incoming = openIncoming(folder, openForWriting, async (area, { path, sha256, bytes }) => {
    await objects.put(keyOf(area, sha256), { path, sha256, bytes });
    await rm(path, { force: true });
  });

  async function open(area: FileArea, sha256: string): Promise<OpenedFile | null> {
    const found = await objects.get(keyOf(area, sha256));
    return found && { bytes: found.bytes, stream: Readable.from(checked(found.pieces, sha256), { objectMode: false }) };
  }

  async function removeIfOlder(area: FileArea, sha256: string, olderThanMs: number): Promise<boolean> {
    // Once more: the same content may have been uploaded again while the others were looked at.
    const since = await objects.modifiedAt(keyOf(area, sha256));
    if (since === null || Date.now() - since <= olderThanMs) return false;
    await objects.remove(keyOf(area, sha256));
    return true;
  }

  return {
    receive: incoming.receive,
    put: (area, content) =>
      failingAsStorage(async () => {
        const sha256 = createHash('sha256').update(content).digest('hex');
        await objects.put(keyOf(area, sha256), { content, sha256, bytes: content.length });
        return sha256;
      }),
    read: (area, sha256) =>
      failingAsStorage(async () => {
        const found = await open(area, sha256);
        return found && buffer(found.stream);
      }),
    open: (area, sha256) => failingAsStorage(() => open(area, sha256)),
    async onDisk(area, sha256, work) {
      const path = await incoming.newPlace();
      try {
        const isThere = await failingAsStorage(async () => {
          const found = await open(area, sha256);
          if (found) await pipeline(found.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
          return found !== null;
        });
        return isThere ? await work(path) : null;
      } finally {
        await rm(path, { force: true }).catch(() => undefined);
      }
    },
    tidy: incoming.tidy,
    sweep: (area, olderThanMs, referred) =>
      failingAsStorage(async () => {
        let removed = 0;
        for await (const page of objects.list(`${area}/`)) {
          const old = page
            .filter(({ modifiedAt }) => Date.now() - modifiedAt > olderThanMs)
            .map(({ key }) => key.slice(key.lastIndexOf('/') + 1))
            .filter(isHash);
          const kept = old.length === 0 ? new Set() : await referred(old);
          for (const name of old) if (!kept.has(name) && (await removeIfOlder(area, name, olderThanMs))) removed += 1;
        }
        return removed;
      }),
    close: () => objects.close(),
  };
}

/** What came from elsewhere is what its name says, or it breaks off before its last piece: nobody takes it for whole. */
async function* checked(pieces: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let last: Uint8Array | null = null;
  for await (const piece of pieces) {
    if (last !== null) yield last;
    hash.update(piece);
    last = piece;
  }
  if (hash.digest('hex') !== sha256)
    throw new StorageUnavailable(new Error('the bucket gave something else than it was given'));
  if (last !== null) yield last;
}
