import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBuffer } from 'yauzl';
import yazl from 'yazl';

/** Archives, good ones and such as their makers mean harm with. */

export interface ZippedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** The mode in the file system, for example of a link. */
  readonly mode?: number;
  readonly isStored?: boolean;
}

export async function buildZip(...files: readonly ZippedFile[]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const { name, content, mode, isStored } of files)
    zip.addBuffer(Buffer.from(content as string), name, { ...(mode && { mode }), compress: !isStored });
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The files of an archive by their names. */
export async function unpackZip(content: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await new Promise<import('yauzl').ZipFile>((resolve, reject) => {
    fromBuffer(content, { lazyEntries: true, strictFileNames: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  const found = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    zip.on('error', reject).on('end', () => resolve(found));
    zip.on('entry', (entry: import('yauzl').Entry) => {
      zip.openReadStream(entry, (error, stream: Readable) => {
        if (error) return reject(error);
        void buffer(stream).then((bytes) => {
          found.set(entry.fileName, bytes);
          zip.readEntry();
        }, reject);
      });
    });
    zip.readEntry();
  });
}

/** The archive with each occurrence of a text made another one of the same length, behind the back of its writer. */
export function renameInZip(zip: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('Names of one length');
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

const CENTRAL = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
const LOCAL = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** Changes the directory record of every file. */
export function changeDirectory(zip: Buffer, change: (record: Buffer) => void): Buffer {
  const changed = Buffer.from(zip);
  for (let at = changed.indexOf(CENTRAL); at >= 0; at = changed.indexOf(CENTRAL, at + 4)) change(changed.subarray(at));
  return changed;
}

export const encryptZip = (zip: Buffer): Buffer => {
  const changed = changeDirectory(zip, (record) => record.writeUInt16LE(record.readUInt16LE(8) | 1, 8));
  for (let at = changed.indexOf(LOCAL); at >= 0; at = changed.indexOf(LOCAL, at + 4))
    changed.writeUInt16LE(changed.readUInt16LE(at + 6) | 1, at + 6);
  return changed;
};

/** It says that its files are of another size than they are. */
export const falsifySize = (zip: Buffer, bytes: number): Buffer =>
  changeDirectory(zip, (record) => record.writeUInt32LE(bytes, 24));
