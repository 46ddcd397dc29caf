import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';

/**
 * An archive that is sent while it is written: files pass through one at a time, hashed on the way, at the pace of the
 * reader. The directory comes last, so that an aborted archive cannot be mistaken for a complete one.
 */
export interface ZipWriter {
  readonly stream: Readable;
  /** Resolves when the whole file has been added. @throws the error of its source; the archive is then aborted */
  addFile(path: string, content: Readable | string, facts?: ZippedFacts): Promise<Zipped>;
  end(): void;
  /** Aborts the archive. */
  abortArchive(error: Error): void;
}

export interface ZippedFacts {
  /** If given, a different size aborts the archive. */
  readonly bytes?: number;
  /** True for images, PDF and archives, which are not compressed again. */
  readonly isCompressed?: boolean;
}

export interface Zipped {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export class ArchiveLeft extends Error {
  constructor() {
    super('The archive was abandoned by its reader');
    this.name = 'ArchiveLeft';
  }
}

/** `modified` is the date of every file, so that equal contents give equal archives. */
export function writeZip(modified: Date): ZipWriter {
  const zip = new ZipFile();
  // It is a Readable, although the types of the library do not say so.
  const output = zip.outputStream as Readable;
  let passing: Transform | null = null;
  const abortArchive = (error: Error): void => void output.destroy(error);
  zip.on('error', abortArchive);
  // Stops the file that was being added.
  output.once('close', () => passing?.destroy(new ArchiveLeft()));

  return {
    stream: output,
    abortArchive,
    end: () => zip.end(),
    addFile(path, content, { bytes, isCompressed = false } = {}) {
      const source = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content;
      return new Promise((resolve, reject) => {
        if (output.destroyed) {
          source.destroy();
          reject(new ArchiveLeft());
          return;
        }
        const hash = createHash('sha256');
        let count = 0;
        passing = new Transform({
          transform(chunk: Buffer, _encoding, done) {
            hash.update(chunk);
            count += chunk.length;
            done(null, chunk);
          },
        });
        pipeline(source, passing, (error) => {
          if (error) {
            abortArchive(error);
            reject(error);
          } else resolve({ path, bytes: count, sha256: hash.digest('hex') });
        });
        const options = { mtime: modified, compress: !isCompressed, ...(bytes !== undefined && { size: bytes }) };
        zip.addReadStream(passing, path, options);
      });
    },
  };
}
