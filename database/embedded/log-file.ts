import { constants, open, rename, stat, type FileHandle } from 'node:fs/promises';
import { giveToOwnerOfDataDir, readIfPresent, type Places } from './places.ts';

const keepBytes = 1 << 20;
const followEveryMs = 500;

/**
 * The server writes its log to a file and not to a pipe, so that it neither loses its log nor stumbles when the process
 * that started it is killed. The file is opened here and handed over open: its user may be unable to reach the path.
 */
export async function openLog(places: Places): Promise<FileHandle> {
  const present = await readIfPresent(stat(places.log));
  if (present !== null && present.size > keepBytes) await rename(places.log, `${places.log}.1`);
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const handle = await open(places.log, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  await giveToOwnerOfDataDir(places, handle);
  return handle;
}

export async function logSize(places: Places): Promise<number> {
  return (await readIfPresent(stat(places.log)))?.size ?? 0;
}

/** What was logged from a position on, at most the last 64 KiB of it, and where that begins. */
export async function readLogFrom(places: Places, position: number): Promise<{ text: string; start: number }> {
  const handle = await readIfPresent(open(places.log, 'r'));
  if (handle === null) return { text: '', start: position };
  try {
    const { size } = await handle.stat();
    // A shorter file is a new one: the old one was put aside at a start.
    const start = Math.max(position > size ? 0 : position, size - (64 << 10));
    const buffer = Buffer.alloc(Math.max(0, size - start));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    return { text: buffer.toString('utf8', 0, bytesRead), start };
  } finally {
    await handle.close();
  }
}

/** Hands every new line to `onLine`. The function returned hands over the rest and ends. */
export function followLog(places: Places, from: number, onLine: (line: string) => void): () => Promise<void> {
  let position = from;
  let reading = Promise.resolve();
  const read = async (): Promise<void> => {
    const { text, start } = await readLogFrom(places, position).catch(() => ({ text: '', start: position }));
    const complete = text.slice(0, text.lastIndexOf('\n') + 1);
    position = start + Buffer.byteLength(complete);
    for (const line of complete.split('\n')) if (line !== '') onLine(line);
  };
  const readInTurn = (): Promise<void> => (reading = reading.then(read));
  const timer = setInterval(() => void readInTurn(), followEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await readInTurn();
  };
}
