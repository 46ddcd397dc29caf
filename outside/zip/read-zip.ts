import type { Readable } from 'node:stream';
import { stat } from 'node:fs/promises';
import yauzl from 'yauzl';
import { asStorageFailure } from '../files/failures.ts';

/**
 * ZIP archives of strangers. What the archive says of itself is judged before anything is unpacked: how many files, how
 * large, how much smaller they are made, what they are called. What is unpacked then is held to what was said.
 */
export interface ZipLimits {
  readonly maxFiles: number;
  /** Of each file, unpacked. */
  readonly maxFileBytes: number;
  /** Of all of them together. */
  readonly maxBytes: number;
  /** How many times larger than packed; small files may be more. Absent: any number of times. */
  readonly maxRatio?: number;
}

/** With folders and what systems leave behind. */
const MAX_ENTRIES = 1_000;
/** Below this size no ratio is suspicious. */
const HARMLESS_BYTES = 1024 * 1024;

export type ZipProblem =
  | 'archive_unreadable'
  | 'archive_empty'
  | 'archive_too_many_files'
  | 'archive_too_large'
  | 'archive_suspicious'
  | 'archive_unsafe_name'
  | 'archive_duplicate_name'
  | 'archive_encrypted'
  | 'archive_nested';

export class UnusableZip extends Error {
  readonly problem: ZipProblem;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(problem: ZipProblem, params: Readonly<Record<string, string | number>> = {}) {
    super(`A ZIP archive that is not taken: ${problem}`);
    this.problem = problem;
    this.params = params;
  }
}

export interface ZipEntry {
  /** Without its folders. */
  readonly name: string;
  readonly bytes: number;
  open(): Promise<Readable>;
}

/** What systems put beside the files: folders' looks, and forks of the Mac. */
const BY_THE_WAY = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;
const ENCRYPTED = 0x1;
const STORED = 0;
const DEFLATED = 8;
const FILE_KIND = 0xf000;
const REGULAR = 0x8000;

/** Gives the files of an archive to `work`, in their order, and closes it afterwards. @throws UnusableZip */
export async function withZip<Result>(
  path: string,
  limits: ZipLimits,
  work: (entries: readonly ZipEntry[]) => Promise<Result>,
): Promise<Result> {
  const { archive, entries } = await judged(path, limits);
  try {
    return await work(entries);
  } finally {
    archive.close();
  }
}

export interface ZippedFile {
  /** Without its folders. */
  readonly name: string;
  readonly content: Buffer;
}

/** One file after another, so that one alone is in the memory. None of an archive that breaks a limit. @throws UnusableZip */
export async function* readZip(path: string, limits: ZipLimits): AsyncGenerator<ZippedFile> {
  const { archive, entries } = await judged(path, limits);
  try {
    for (const entry of entries) yield { name: entry.name, content: await contentOf(entry, limits.maxFileBytes) };
  } finally {
    archive.close();
  }
}

async function contentOf(entry: ZipEntry, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of (await entry.open()) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > most) throw new UnusableZip('archive_too_large', { max: most });
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof UnusableZip ? error : new UnusableZip('archive_unreadable');
  }
  return Buffer.concat(pieces);
}

/** Whoever is given it closes it. */
async function judged(
  path: string,
  limits: ZipLimits,
): Promise<{ readonly archive: yauzl.ZipFile; readonly entries: readonly ZipEntry[] }> {
  const size = await stat(path).then(
    (facts) => facts.size,
    (error: unknown) => {
      throw asStorageFailure(error);
    },
  );
  const archive = await opened(path);
  try {
    const found = await entriesOf(archive);
    judge(found, size, limits);
    return { archive, entries: found.map((entry) => unpackable(archive, entry)) };
  } catch (error) {
    archive.close();
    throw error;
  }
}

function opened(path: string): Promise<yauzl.ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true };
  return new Promise((resolve, reject) => {
    yauzl.open(path, options, (error, archive) =>
      error ? reject(new UnusableZip('archive_unreadable')) : resolve(archive),
    );
  });
}

/** The files, without folders and what is there by the way. */
function entriesOf(archive: yauzl.ZipFile): Promise<readonly yauzl.Entry[]> {
  return new Promise((resolve, reject) => {
    const found: yauzl.Entry[] = [];
    let count = 0;
    archive.on('error', (error: Error) =>
      // Names that lead out of the archive are the parser's to find.
      reject(
        new UnusableZip(
          /file ?name|path|characters/i.test(error.message) ? 'archive_unsafe_name' : 'archive_unreadable',
        ),
      ),
    );
    archive.on('end', () => resolve(found));
    archive.on('entry', (entry: yauzl.Entry) => {
      count += 1;
      if (count > MAX_ENTRIES) return reject(new UnusableZip('archive_too_many_files', { max: MAX_ENTRIES }));
      if (!entry.fileName.endsWith('/') && !BY_THE_WAY.test(entry.fileName)) found.push(entry);
      archive.readEntry();
    });
    archive.readEntry();
  });
}

function judge(entries: readonly yauzl.Entry[], size: number, limits: ZipLimits): void {
  if (entries.length === 0) throw new UnusableZip('archive_empty');
  if (entries.length > limits.maxFiles) throw new UnusableZip('archive_too_many_files', { max: limits.maxFiles });
  const names = new Set<string>();
  let unpacked = 0;
  let packed = 0;
  for (const entry of entries) {
    const { fileName, uncompressedSize, compressedSize, compressionMethod } = entry;
    if (names.has(fileName.toLowerCase())) throw new UnusableZip('archive_duplicate_name', { name: nameOf(entry) });
    names.add(fileName.toLowerCase());
    if (entry.generalPurposeBitFlag & ENCRYPTED) throw new UnusableZip('archive_encrypted');
    if (isSpecial(entry)) throw new UnusableZip('archive_unsafe_name', { name: nameOf(entry) });
    if (compressionMethod !== STORED && compressionMethod !== DEFLATED) throw new UnusableZip('archive_unreadable');
    unpacked += uncompressedSize;
    packed += compressedSize;
    if (uncompressedSize > limits.maxFileBytes || unpacked > limits.maxBytes)
      throw new UnusableZip('archive_too_large', { max: limits.maxFileBytes });
    if (uncompressedSize > HARMLESS_BYTES && uncompressedSize > compressedSize * (limits.maxRatio ?? Infinity))
      throw new UnusableZip('archive_suspicious');
  }
  // Parts that lie over one another.
  if (packed > size) throw new UnusableZip('archive_suspicious');
}

/** A link or a device: systems that know such things write the kind of a file beside its rights. */
function isSpecial({ externalFileAttributes }: yauzl.Entry): boolean {
  const kind = (externalFileAttributes >>> 16) & FILE_KIND;
  return kind !== 0 && kind !== REGULAR;
}

const nameOf = ({ fileName }: yauzl.Entry): string => fileName.slice(fileName.lastIndexOf('/') + 1);

function unpackable(archive: yauzl.ZipFile, entry: yauzl.Entry): ZipEntry {
  return {
    name: nameOf(entry),
    bytes: entry.uncompressedSize,
    open: () =>
      new Promise((resolve, reject) => {
        archive.openReadStream(entry, (error, stream) => {
          if (error) return reject(new UnusableZip('archive_unreadable'));
          // It may fail before anyone reads from it, and whoever does is told then.
          stream.on('error', () => undefined);
          resolve(stream);
        });
      }),
  };
}
