import { open, rename, rm } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { createGunzip, createGzip } from 'node:zlib';
import { UserMistake } from '../script.ts';

/**
 * File format of a backup: a compressed sequence of records, each a line of JSON followed, if the line says so, by a
 * number of bytes. It is written and read in pieces, whatever its size, and its last record marks it as complete.
 */
export interface BackupHeader {
  readonly kind: 'grandlivre-backup';
  readonly format: 1;
  readonly made_at: string;
  /** Migrations of the source database. */
  readonly migrations: readonly string[];
  /** End of the log in the backup. */
  readonly position: number;
  readonly event_id: string | null;
}

export type BackupRecord =
  | BackupHeader
  /** Rows as text, in the order of the columns. */
  | { readonly kind: 'rows'; readonly table: string; readonly columns: readonly string[]; readonly bytes: number }
  | { readonly kind: 'file'; readonly path: string; readonly bytes: number }
  | { readonly kind: 'end'; readonly events: number; readonly files: number };

export interface ArchiveWriter {
  write(record: BackupRecord, body?: Buffer): Promise<void>;
  /** Streams the bytes, as many as the record says. */
  writeStream(record: BackupRecord, body: AsyncIterable<Buffer>): Promise<void>;
  /** Renames the file to its final name. */
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** Readable by the owner only: it contains everything. */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  const draft = `${path}.part`;
  const file = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new UserMistake(`Cannot write ${draft}: ${error.message}`);
  });
  const gzip = createGzip({ level: 5 });
  const output = file.createWriteStream({ flush: true });
  let failure: Error | undefined;
  const onFailure = (error: Error): void => void (failure ??= error);
  gzip.on('error', onFailure);
  output.on('error', (error) => {
    onFailure(error);
    gzip.destroy();
  });
  gzip.pipe(output);
  const pushBytes = async (bytes: Buffer | string): Promise<void> => {
    if (failure) throw failure;
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), once(output, 'error')]);
    if (failure) throw failure;
  };
  return {
    async write(record, body) {
      await pushBytes(`${JSON.stringify(record)}\n`);
      if (body) await pushBytes(body);
    },
    async writeStream(record, body) {
      await pushBytes(`${JSON.stringify(record)}\n`);
      for await (const piece of body) await pushBytes(piece);
    },
    async finish() {
      gzip.end();
      if (!output.closed) await once(output, 'close');
      if (failure) throw failure;
      await rename(draft, path);
    },
    async abandon() {
      gzip.destroy();
      output.destroy();
      await rm(draft, { force: true });
    },
  };
}

export interface ReadRecord {
  readonly record: BackupRecord;
  /** Body of the record; must be read before the next record is requested. */
  readBody(): AsyncGenerator<Buffer>;
}

/** @throws UserMistake if the file is not a backup, or incomplete */
export async function* readArchive(path: string): AsyncGenerator<ReadRecord> {
  const source = createReadStream(path).on('error', () => undefined);
  const pieces = source.pipe(createGunzip());
  source.on('error', (error) => pieces.destroy(error));
  const iterator = (pieces as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const readMore = async (): Promise<boolean> => {
    const next = await iterator.next().catch((error: Error) => {
      throw new UserMistake(`${path} cannot be read as a backup: ${error.message}`);
    });
    if (next.done) return false;
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
    return true;
  };
  const readLine = async (): Promise<string | null> => {
    for (;;) {
      const end = held.indexOf(10);
      if (end >= 0) {
        const text = held.toString('utf8', 0, end);
        held = held.subarray(end + 1);
        return text;
      }
      if (!(await readMore())) return null;
    }
  };
  for (let isFirst = true; ; isFirst = false) {
    const text = await readLine();
    if (text === null) throw new UserMistake(`${path} is incomplete: the backup breaks off`);
    const record = parseRecord(text);
    if (record === null || (isFirst && record.kind !== 'grandlivre-backup'))
      throw new UserMistake(`${path} is not a Grandlivre backup`);
    let left = 'bytes' in record ? record.bytes : 0;
    const streamBody = async function* (): AsyncGenerator<Buffer> {
      while (left > 0) {
        if (held.length === 0 && !(await readMore()))
          throw new UserMistake(`${path} is incomplete: the backup breaks off`);
        const piece = held.subarray(0, left);
        held = held.subarray(piece.length);
        left -= piece.length;
        yield piece;
      }
    };
    yield { record, readBody: streamBody };
    for await (const _rest of streamBody());
    if (record.kind === 'end') return;
  }
}

function parseRecord(text: string): BackupRecord | null {
  try {
    return JSON.parse(text) as BackupRecord;
  } catch {
    return null;
  }
}

export async function readWholeBody(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}
