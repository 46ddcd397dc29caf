import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';

/**
 * An archive that is sent while it is made: one file after another passes through, hashed on its way, at the pace of whoever reads.
 * The list of its files comes last, so that an archive that was broken off cannot be taken for a whole one.
 */
export interface ZipWriter {
  readonly stream: Readable;
  /** Resolves when the whole file has gone in. @throws what its source has failed with; the archive is then broken off */
  add(path: string, content: Readable | string, facts?: ZippedFacts): Promise<Zipped>;
  end(): void;
  /** Breaks the archive off. */
  fail(error: Error): void;
}

export interface ZippedFacts {
  /** Where it is known: another size then breaks the archive off. */
  readonly bytes?: number;
  /** Images, PDF and archives are, and are not made smaller by doing it again. */
  readonly isCompressed?: boolean;
}

export interface Zipped {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export class ArchiveLeft extends Error {
  constructor() {
    super('The reader of an archive has left');
    this.name = 'ArchiveLeft';
  }
}

/** `modified` is said of every file: the same contents make the same archive. */
export function writeZip(modified: Date): ZipWriter {
  const zip = new ZipFile();
  // It is one, which the types of the library do not tell.
  const output = zip.outputStream as Readable;
  let passing: Transform | null = null;
  const fail = (error: Error): void => void output.destroy(error);
  zip.on('error', fail);
  // Whatever was on its way in has nowhere to go any more.
  output.once('close', () => passing?.destroy(new ArchiveLeft()));

  return {
    stream: output,
    fail,
    end: () => zip.end(),
    add(path, content, { bytes, isCompressed = false } = {}) {
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
            fail(error);
            reject(error);
          } else resolve({ path, bytes: count, sha256: hash.digest('hex') });
        });
        const options = { mtime: modified, compress: !isCompressed, ...(bytes !== undefined && { size: bytes }) };
        zip.addReadStream(passing, path, options);
      });
    },
  };
}
