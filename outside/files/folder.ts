import { createHash } from 'node:crypto';
import { chmodSync, existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withStorageFailures, nullIfMissing } from './failures.ts';
import { openIncoming, PRIVATE_FOLDER, type OpenForWriting } from './incoming.ts';
import type { FileArea, FileStore } from './store.ts';
import { isHash, buildFilePath, MARK_NAME } from './names.ts';

/** Files in a folder. A file is written to a temporary place, flushed to disk and then renamed. */
export function openFolderStore(options: {
  readonly folder: string;
  readonly openForWriting: OpenForWriting;
}): FileStore {
  const { folder, openForWriting } = options;
  protectFolder(folder);
  const buildPath = (area: FileArea, sha256: string): string => join(folder, ...buildFilePath(area, sha256));
  const incoming = openIncoming(join(folder, 'incoming'), openForWriting, async (area, { path, sha256 }) => {
    const place = buildPath(area, sha256);
    await mkdir(dirname(place), { recursive: true, mode: PRIVATE_FOLDER });
    await rename(path, place);
    await syncFolder(dirname(place));
  });

  /** Moved aside and checked again, because the same content may have been uploaded at this very moment. */
  async function removeIfOlder(area: FileArea, sha256: string, olderThanMs: number): Promise<boolean> {
    const [place, aside] = [buildPath(area, sha256), await incoming.createPath()];
    await rename(place, aside);
    if (await isOlder(aside, olderThanMs)) {
      await rm(aside, { force: true });
      return true;
    }
    await rename(aside, place);
    return false;
  }

  return {
    receive: incoming.receive,
    put: (area, content) =>
      withStorageFailures(async () => {
        const sha256 = createHash('sha256').update(content).digest('hex');
        if (await hasFile(buildPath(area, sha256), content.length)) {
          // Its date is renewed, so that it is not swept before it is referred to.
          await utimes(buildPath(area, sha256), new Date(), new Date());
          return sha256;
        }
        const file = await incoming.receive(yieldOnce(content));
        try {
          await file.keep(area);
        } finally {
          await file.discard();
        }
        return sha256;
      }),
    read: (area, sha256) => withStorageFailures(() => readFile(buildPath(area, sha256)).catch(nullIfMissing)),
    open: (area, sha256) =>
      withStorageFailures(async () => {
        const handle = await open(buildPath(area, sha256), 'r').catch(nullIfMissing);
        if (handle === null) return null;
        const { size } = await handle.stat();
        return { bytes: size, stream: handle.createReadStream() };
      }),
    async withLocalFile(area, sha256, work) {
      const place = buildPath(area, sha256);
      const facts = await withStorageFailures(() => stat(place).catch(nullIfMissing));
      return facts === null ? null : work(place);
    },
    remove: (area, sha256) =>
      withStorageFailures(async () => {
        await rm(buildPath(area, sha256), { force: true });
      }),
    removeAbandoned: incoming.removeAbandoned,
    sweepUnreferenced: (area, olderThanMs, referred) =>
      withStorageFailures(async () => {
        let removed = 0;
        for (const shelf of (await readdir(join(folder, area)).catch(nullIfMissing)) ?? []) {
          const names = (await readdir(join(folder, area, shelf))).filter(isHash);
          const old: string[] = [];
          for (const name of names) if (await isOlder(buildPath(area, name), olderThanMs)) old.push(name);
          const kept = old.length === 0 ? new Set() : await referred(old);
          for (const name of old) if (!kept.has(name) && (await removeIfOlder(area, name, olderThanMs))) removed += 1;
        }
        return removed;
      }),
    readMark: () =>
      withStorageFailures(async () => {
        const mark = await readFile(join(folder, MARK_NAME), 'utf8').catch(nullIfMissing);
        return mark === null ? null : mark.trim();
      }),
    writeMark: (mark) =>
      withStorageFailures(async () => {
        const draft = await incoming.createPath();
        await writeFile(draft, `${mark}\n`, { flush: true });
        await rename(draft, join(folder, MARK_NAME));
        await syncFolder(folder);
      }),
    close: () => Promise.resolve(),
  };
}

/** Earlier versions made the folder readable for other users. A folder of another owner keeps its rights. */
function protectFolder(folder: string): void {
  try {
    if (existsSync(folder)) chmodSync(folder, PRIVATE_FOLDER);
  } catch {
    // The rights of a mounted volume are set by its operator.
  }
}

/** A rename is durable only after its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function hasFile(path: string, bytes: number): Promise<boolean> {
  const facts = await stat(path).catch(nullIfMissing);
  return facts?.size === bytes;
}

async function isOlder(path: string, ms: number): Promise<boolean> {
  const facts = await stat(path).catch(nullIfMissing);
  return facts !== null && Date.now() - facts.mtimeMs > ms;
}

async function* yieldOnce(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
