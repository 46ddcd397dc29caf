import type { Readable } from 'node:stream';
import { open, type Entry, type ZipFile } from 'yauzl';

/**
 * Archives of strangers. What an archive says of itself is not believed: the number of its files, their sizes and their sum are
 * bounded while they are unpacked. Nothing is ever written under a name of the archive.
 */
export interface ZipLimits {
  readonly maxFiles: number;
  /** Of one file, unpacked. */
  readonly maxBytes: number;
  /** Of all files, unpacked. */
  readonly maxTotalBytes: number;
}

export type ZipProblem = 'unreadable' | 'encrypted' | 'too_many' | 'too_large' | 'empty';

export class UnreadableZip extends Error {
  readonly problem: ZipProblem;

  constructor(problem: ZipProblem) {
    super(`An archive that cannot be read: ${problem}`);
    this.problem = problem;
  }
}

export interface ZippedFile {
  /** Without its folders. */
  readonly name: string;
  readonly content: Buffer;
}

const ENCRYPTED = 1;
/** Folders and what operating systems leave behind beside files. */
const NO_FILE = /\/$|(^|\/)(__MACOSX|\.DS_Store|Thumbs\.db)(\/|$)/;

/** One file after another, so that one alone is in the memory. None of an archive that breaks a limit. @throws UnreadableZip */
export async function* readZip(path: string, limits: ZipLimits): AsyncGenerator<ZippedFile> {
  const zip = await opened(path);
  try {
    for (const entry of await checkedEntries(zip, limits))
      yield { name: entry.fileName.split('/').at(-1)!, content: await contentOf(zip, entry, limits.maxBytes) };
  } catch (error) {
    throw error instanceof UnreadableZip ? error : new UnreadableZip('unreadable');
  } finally {
    zip.close();
  }
}

/** By what the archive says of them, before anything is unpacked. */
async function checkedEntries(
  zip: ZipFile,
  { maxFiles, maxBytes, maxTotalBytes }: ZipLimits,
): Promise<readonly Entry[]> {
  const files: Entry[] = [];
  let [entries, bytes] = [0, 0];
  for (let entry = await nextEntry(zip); entry; entry = await nextEntry(zip)) {
    entries += 1;
    if (!NO_FILE.test(entry.fileName)) files.push(entry);
    if (files.length > maxFiles || entries > 4 * maxFiles) throw new UnreadableZip('too_many');
    if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) throw new UnreadableZip('encrypted');
    bytes += entry.uncompressedSize;
    if (entry.uncompressedSize > maxBytes || bytes > maxTotalBytes) throw new UnreadableZip('too_large');
  }
  if (files.length === 0) throw new UnreadableZip('empty');
  return files;
}

function opened(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error ?? !zip) reject(new UnreadableZip('unreadable'));
      else resolve(zip);
    });
  });
}

/** Null behind the last one. */
function nextEntry(zip: ZipFile): Promise<Entry | null> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      zip.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error');
      // What fails once nobody waits any more must not end the process.
      zip.on('error', () => undefined);
      act();
    };
    zip.once('entry', (entry: Entry) => settle(() => resolve(entry)));
    zip.once('end', () => settle(() => resolve(null)));
    zip.once('error', (error: Error) => settle(() => reject(error)));
    zip.readEntry();
  });
}

async function contentOf(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, (error, readable) => {
      if (error ?? !readable) reject(new UnreadableZip('unreadable'));
      else resolve(readable);
    });
  });
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > most) throw new UnreadableZip('too_large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
