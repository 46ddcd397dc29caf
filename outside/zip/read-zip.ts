import type { Readable } from 'node:stream';
import { stat } from 'node:fs/promises';
import yauzl from 'yauzl';
import { toStorageFailure } from '../files/failures.ts';

/**
 * Reads untrusted ZIP archives. The directory is checked before anything is unpacked: number of files, sizes, compression
 * ratio, names. The unpacked content must then match it.
 */
export interface ZipLimits {
  readonly maxFiles: number;
  /** Maximum unpacked size of each file. */
  readonly maxFileBytes: number;
  /** Maximum unpacked size of all files together. */
  readonly maxBytes: number;
  /** Maximum compression ratio; small files may exceed it. Default: unlimited. */
  readonly maxRatio?: number;
}

/** Including folders and system files. */
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
    super(`The ZIP archive was refused: ${problem}`);
    this.problem = problem;
    this.params = params;
  }
}

export interface ZipEntry {
  /** Without folders. */
  readonly name: string;
  readonly bytes: number;
  openContent(): Promise<Readable>;
}

/** Files added by operating systems: folder settings and macOS resource forks. */
const BY_THE_WAY = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/i;
const ENCRYPTED = 0x1;
const STORED = 0;
const DEFLATED = 8;
const FILE_KIND = 0xf000;
const REGULAR = 0x8000;

/** Passes the files of an archive to `work`, in order, and closes it afterwards. @throws UnusableZip */
export async function withZip<Result>(
  path: string,
  limits: ZipLimits,
  work: (entries: readonly ZipEntry[]) => Promise<Result>,
): Promise<Result> {
  const { archive, entries } = await openChecked(path, limits);
  try {
    return await work(entries);
  } finally {
    archive.close();
  }
}

export interface ZippedFile {
  /** Without folders. */
  readonly name: string;
  readonly content: Buffer;
}

/** Yields one file at a time to save memory; yields nothing if the archive breaks a limit. @throws UnusableZip */
export async function* readZip(path: string, limits: ZipLimits): AsyncGenerator<ZippedFile> {
  const { archive, entries } = await openChecked(path, limits);
  try {
    for (const entry of entries) yield { name: entry.name, content: await readContent(entry, limits.maxFileBytes) };
  } finally {
    archive.close();
  }
}

async function readContent(entry: ZipEntry, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of (await entry.openContent()) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > most) throw new UnusableZip('archive_too_large', { max: most });
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof UnusableZip ? error : new UnusableZip('archive_unreadable');
  }
  return Buffer.concat(pieces);
}

/** Opens and checks an archive. The caller must close it. */
async function openChecked(
  path: string,
  limits: ZipLimits,
): Promise<{ readonly archive: yauzl.ZipFile; readonly entries: readonly ZipEntry[] }> {
  const size = await stat(path).then(
    (facts) => facts.size,
    (error: unknown) => {
      throw toStorageFailure(error);
    },
  );
  const archive = await openArchive(path);
  try {
    const found = await listEntries(archive);
    checkEntries(found, size, limits);
    return { archive, entries: found.map((entry) => toZipEntry(archive, entry)) };
  } catch (error) {
    archive.close();
    throw error;
  }
}

function openArchive(path: string): Promise<yauzl.ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true };
  return new Promise((resolve, reject) => {
    yauzl.open(path, options, (error, archive) =>
      error ? reject(new UnusableZip('archive_unreadable')) : resolve(archive),
    );
  });
}

/** Lists the files, without folders and system files. */
function listEntries(archive: yauzl.ZipFile): Promise<readonly yauzl.Entry[]> {
  return new Promise((resolve, reject) => {
    const found: yauzl.Entry[] = [];
    let count = 0;
    archive.on('error', (error: Error) =>
      // The parser detects names that lead out of the archive.
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

function checkEntries(entries: readonly yauzl.Entry[], size: number, limits: ZipLimits): void {
  if (entries.length === 0) throw new UnusableZip('archive_empty');
  if (entries.length > limits.maxFiles) throw new UnusableZip('archive_too_many_files', { max: limits.maxFiles });
  const names = new Set<string>();
  let unpacked = 0;
  let packed = 0;
  for (const entry of entries) {
    const { fileName, uncompressedSize, compressedSize, compressionMethod } = entry;
    if (names.has(fileName.toLowerCase()))
      throw new UnusableZip('archive_duplicate_name', { name: getBaseName(entry) });
    names.add(fileName.toLowerCase());
    if (entry.generalPurposeBitFlag & ENCRYPTED) throw new UnusableZip('archive_encrypted');
    if (isSpecial(entry)) throw new UnusableZip('archive_unsafe_name', { name: getBaseName(entry) });
    if (compressionMethod !== STORED && compressionMethod !== DEFLATED) throw new UnusableZip('archive_unreadable');
    unpacked += uncompressedSize;
    packed += compressedSize;
    if (uncompressedSize > limits.maxFileBytes || unpacked > limits.maxBytes)
      throw new UnusableZip('archive_too_large', { max: limits.maxFileBytes });
    if (uncompressedSize > HARMLESS_BYTES && uncompressedSize > compressedSize * (limits.maxRatio ?? Infinity))
      throw new UnusableZip('archive_suspicious');
  }
  // Overlapping entries.
  if (packed > size) throw new UnusableZip('archive_suspicious');
}

/** A link or a device: Unix systems store the file type with the permissions. */
function isSpecial({ externalFileAttributes }: yauzl.Entry): boolean {
  const kind = (externalFileAttributes >>> 16) & FILE_KIND;
  return kind !== 0 && kind !== REGULAR;
}

const getBaseName = ({ fileName }: yauzl.Entry): string => fileName.slice(fileName.lastIndexOf('/') + 1);

function toZipEntry(archive: yauzl.ZipFile, entry: yauzl.Entry): ZipEntry {
  return {
    name: getBaseName(entry),
    bytes: entry.uncompressedSize,
    openContent: () =>
      new Promise((resolve, reject) => {
        archive.openReadStream(entry, (error, stream) => {
          if (error) return reject(new UnusableZip('archive_unreadable'));
          // It may fail before it is read; the reader then gets the error.
          stream.on('error', () => undefined);
          resolve(stream);
        });
      }),
  };
}
