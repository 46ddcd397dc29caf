import { open, rename, rm } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import { createGunzip, createGzip } from 'node:zlib';
import { UserMistake } from '../script.ts';

/**
 * The file of a backup: compressed, a sequence of records, each a line of JSON and, where the line says so, so many bytes
 * behind it. It is written and read piece by piece, whatever its size, and its last record says that it is whole.
 */
export interface BackupHeader {
  readonly kind: 'grandlivre-backup';
  readonly format: 1;
  readonly made_at: string;
  /** Migrations of the database that it was made from. */
  readonly migrations: readonly string[];
  /** End of the log in it. */
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
  /** Bytes come while they are read: as many as the record says. */
  writeStream(record: BackupRecord, body: AsyncIterable<Buffer>): Promise<void>;
  /** Until then the file has another name. */
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

/** Nobody but the owner may read it: it holds everything. */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  const draft = `${path}.part`;
  const file = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new UserMistake(`${draft} cannot be written: ${error.message}`);
  });
  const gzip = createGzip({ level: 5 });
  const output = file.createWriteStream({ flush: true });
  let failure: Error | undefined;
  const failed = (error: Error): void => void (failure ??= error);
  gzip.on('error', failed);
  output.on('error', (error) => {
    failed(error);
    gzip.destroy();
  });
  gzip.pipe(output);
  const push = async (bytes: Buffer | string): Promise<void> => {
    if (failure) throw failure;
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), once(output, 'error')]);
    if (failure) throw failure;
  };
  return {
    async write(record, body) {
      await push(`${JSON.stringify(record)}\n`);
      if (body) await push(body);
    },
    async writeStream(record, body) {
      await push(`${JSON.stringify(record)}\n`);
      for await (const piece of body) await push(piece);
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
  /** Of the record: to be read before the next one is asked for. */
  body(): AsyncGenerator<Buffer>;
}

/** @throws UserMistake for a file that is no backup, or not a whole one */
export async function* readArchive(path: string): AsyncGenerator<ReadRecord> {
  const source = createReadStream(path).on('error', () => undefined);
  const pieces = source.pipe(createGunzip());
  source.on('error', (error) => pieces.destroy(error));
  const iterator = (pieces as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const next = await iterator.next().catch((error: Error) => {
      throw new UserMistake(`${path} cannot be read as a backup: ${error.message}`);
    });
    if (next.done) return false;
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
    return true;
  };
  const line = async (): Promise<string | null> => {
    for (;;) {
      const end = held.indexOf(10);
      if (end >= 0) {
        const text = held.toString('utf8', 0, end);
        held = held.subarray(end + 1);
        return text;
      }
      if (!(await more())) return null;
    }
  };
  for (let isFirst = true; ; isFirst = false) {
    const text = await line();
    if (text === null) throw new UserMistake(`${path} is not a whole backup: it breaks off`);
    const record = parsed(text);
    if (record === null || (isFirst && record.kind !== 'grandlivre-backup'))
      throw new UserMistake(`${path} is no backup of Grandlivre`);
    let left = 'bytes' in record ? record.bytes : 0;
    const body = async function* (): AsyncGenerator<Buffer> {
      while (left > 0) {
        if (held.length === 0 && !(await more())) throw new UserMistake(`${path} is not a whole backup: it breaks off`);
        const piece = held.subarray(0, left);
        held = held.subarray(piece.length);
        left -= piece.length;
        yield piece;
      }
    };
    yield { record, body };
    for await (const _rest of body());
    if (record.kind === 'end') return;
  }
}

function parsed(text: string): BackupRecord | null {
  try {
    return JSON.parse(text) as BackupRecord;
  } catch {
    return null;
  }
}

export async function wholeBody(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}
