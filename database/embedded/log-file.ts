import { constants, open, rename, stat, type FileHandle } from 'node:fs/promises';
import { giveToOwnerOfDataDir, readIfPresent, type Places } from './places.ts';

const keepBytes = 1 << 20;
const followEveryMs = 500;

/**
 * The server logs to a file instead of a pipe, so that it is not affected if the process that started it is killed. The
 * file is opened here and passed as a descriptor, because the server user may be unable to access the path.
 */
export async function openLogFile(places: Places): Promise<FileHandle> {
  const present = await readIfPresent(stat(places.log));
  if (present !== null && present.size > keepBytes) await rename(places.log, `${places.log}.1`);
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const handle = await open(places.log, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  await giveToOwnerOfDataDir(places, handle);
  return handle;
}

export async function getLogSize(places: Places): Promise<number> {
  return (await readIfPresent(stat(places.log)))?.size ?? 0;
}

/** Reads the log from a position, at most the last 64 KiB, and returns where that starts. */
export async function readLogFrom(places: Places, position: number): Promise<{ text: string; start: number }> {
  const handle = await readIfPresent(open(places.log, 'r'));
  if (handle === null) return { text: '', start: position };
  try {
    const { size } = await handle.stat();
    // A shorter file is a new one: the old one was rotated at a start.
    const start = Math.max(position > size ? 0 : position, size - (64 << 10));
    const buffer = Buffer.alloc(Math.max(0, size - start));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    return { text: buffer.toString('utf8', 0, bytesRead), start };
  } finally {
    await handle.close();
  }
}

/** Passes every new line to `onLine`. The returned function passes the rest and stops. */
export function followLog(places: Places, from: number, onLine: (line: string) => void): () => Promise<void> {
  let position = from;
  let reading = Promise.resolve();
  const readNewLines = async (): Promise<void> => {
    const { text, start } = await readLogFrom(places, position).catch(() => ({ text: '', start: position }));
    const complete = text.slice(0, text.lastIndexOf('\n') + 1);
    position = start + Buffer.byteLength(complete);
    for (const line of complete.split('\n')) if (line !== '') onLine(line);
  };
  const queueRead = (): Promise<void> => (reading = reading.then(readNewLines));
  const timer = setInterval(() => void queueRead(), followEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await queueRead();
  };
}
