import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { withStorageFailures, StorageUnavailable } from './failures.ts';
import { openIncoming, type OpenForWriting } from './incoming.ts';
import type { FileArea, FileStore, OpenedFile } from './store.ts';
import { isHash, buildFilePath, MARK_NAME } from './names.ts';
import type { Objects } from './objects.ts';

export interface BucketStoreOptions {
  readonly objects: Objects;
  /** Local folder for incoming files, and for files while they are read here. */
  readonly incoming: string;
  readonly openForWriting: OpenForWriting;
}

/** Files in a bucket, with the same names as in a folder, so that either can be copied to the other. */
export function openBucketStore({ objects, incoming: folder, openForWriting }: BucketStoreOptions): FileStore {
  const buildKey = (area: FileArea, sha256: string): string => buildFilePath(area, sha256).join('/');
  // Uploaded even if it already exists: this renews its date, so that it is not swept before it is referred to.
  const incoming = openIncoming(folder, openForWriting, async (area, { path, sha256, bytes }) => {
    await objects.putObject(buildKey(area, sha256), { path, sha256, bytes });
    await rm(path, { force: true });
  });

  async function openObject(area: FileArea, sha256: string): Promise<OpenedFile | null> {
    const found = await objects.getObject(buildKey(area, sha256));
    return (
      found && { bytes: found.bytes, stream: Readable.from(verifyHash(found.pieces, sha256), { objectMode: false }) }
    );
  }

  async function removeIfOlder(area: FileArea, sha256: string, olderThanMs: number): Promise<boolean> {
    // Checked again, because the same content may have been uploaded meanwhile.
    const since = await objects.getModifiedAt(buildKey(area, sha256));
    if (since === null || Date.now() - since <= olderThanMs) return false;
    await objects.removeObject(buildKey(area, sha256));
    return true;
  }

  return {
    receive: incoming.receive,
    put: (area, content) =>
      withStorageFailures(async () => {
        const sha256 = createHash('sha256').update(content).digest('hex');
        await objects.putObject(buildKey(area, sha256), { content, sha256, bytes: content.length });
        return sha256;
      }),
    read: (area, sha256) =>
      withStorageFailures(async () => {
        const found = await openObject(area, sha256);
        return found && buffer(found.stream);
      }),
    open: (area, sha256) => withStorageFailures(() => openObject(area, sha256)),
    async withLocalFile(area, sha256, work) {
      const path = await incoming.createPath();
      try {
        const isThere = await withStorageFailures(async () => {
          const found = await openObject(area, sha256);
          if (found) await pipeline(found.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
          return found !== null;
        });
        return isThere ? await work(path) : null;
      } finally {
        await rm(path, { force: true }).catch(() => undefined);
      }
    },
    remove: (area, sha256) => withStorageFailures(() => objects.removeObject(buildKey(area, sha256))),
    removeAbandoned: incoming.removeAbandoned,
    sweepUnreferenced: (area, olderThanMs, referred) =>
      withStorageFailures(async () => {
        let removed = 0;
        for await (const page of objects.listObjects(`${area}/`)) {
          const old = page
            .filter(({ modifiedAt }) => Date.now() - modifiedAt > olderThanMs)
            .map(({ key }) => key.slice(key.lastIndexOf('/') + 1))
            .filter(isHash);
          const kept = old.length === 0 ? new Set() : await referred(old);
          for (const name of old) if (!kept.has(name) && (await removeIfOlder(area, name, olderThanMs))) removed += 1;
        }
        return removed;
      }),
    readMark: () =>
      withStorageFailures(async () => {
        const found = await objects.getObject(MARK_NAME);
        return found && (await text(found.pieces)).trim();
      }),
    writeMark: (mark) =>
      withStorageFailures(async () => {
        const content = Buffer.from(`${mark}\n`);
        const sha256 = createHash('sha256').update(content).digest('hex');
        await objects.putObject(MARK_NAME, { content, sha256, bytes: content.length });
      }),
    close: () => objects.close(),
  };
}

/** Verifies the hash, and fails before the last chunk if it differs, so that wrong content is never taken as complete. */
async function* verifyHash(pieces: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let last: Uint8Array | null = null;
  for await (const piece of pieces) {
    if (last !== null) yield last;
    hash.update(piece);
    last = piece;
  }
  if (hash.digest('hex') !== sha256)
    throw new StorageUnavailable(new Error('the content returned by the bucket differs from the stored content'));
  if (last !== null) yield last;
}
