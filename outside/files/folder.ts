import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failingAsStorage, nullWhenMissing } from './failures.ts';
import { openIncoming, type OpenForWriting } from './incoming.ts';
import type { FileArea, FileStore } from './store.ts';
import { isHash, pathOf } from './names.ts';

/** Files in a folder. One is written aside, flushed to the disk and then renamed. */
export function openFolderStore(options: {
  readonly folder: string;
  readonly openForWriting: OpenForWriting;
}): FileStore {
  const { folder, openForWriting } = options;
  const placeOf = (area: FileArea, sha256: string): string => join(folder, ...pathOf(area, sha256));
  const incoming = openIncoming(join(folder, 'incoming'), openForWriting, async (area, { path, sha256 }) => {
    const place = placeOf(area, sha256);
    await mkdir(dirname(place), { recursive: true });
    await rename(path, place);
    await syncFolder(dirname(place));
  });

  /** Taken aside first and looked at once more: the same content may have been uploaded again in this very instant. */
  async function removeIfOlder(area: FileArea, sha256: string, olderThanMs: number): Promise<boolean> {
    const [place, aside] = [placeOf(area, sha256), await incoming.newPlace()];
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
      failingAsStorage(async () => {
        const sha256 = createHash('sha256').update(content).digest('hex');
        if (await isThere(placeOf(area, sha256), content.length)) {
          // It counts as new: whatever is about to refer to it will find it.
          await utimes(placeOf(area, sha256), new Date(), new Date());
          return sha256;
        }
        const file = await incoming.receive(once(content));
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
    tidy: incoming.tidy,
    sweep: (area, olderThanMs, referred) =>
      failingAsStorage(async () => {
        let removed = 0;
        for (const shelf of (await readdir(join(folder, area)).catch(nullWhenMissing)) ?? []) {
          const names = (await readdir(join(folder, area, shelf))).filter(isHash);
          const old: string[] = [];
          for (const name of names) if (await isOlder(placeOf(area, name), olderThanMs)) old.push(name);
          const kept = old.length === 0 ? new Set() : await referred(old);
          for (const name of old) if (!kept.has(name) && (await removeIfOlder(area, name, olderThanMs))) removed += 1;
        }
        return removed;
      }),
    close: () => Promise.resolve(),
  };
}

/** A rename is only as durable as the folder that holds the name. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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
