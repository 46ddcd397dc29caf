import { rename, rm } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import type { Writable as WriteStream } from 'node:stream';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import { UserMistake } from '../script.ts';
import { openDraft } from './draft.ts';

/**
 * File format of a backup: a compressed sequence of records, each a line of JSON followed, if the line says so, by a
 * number of bytes. It is written and read in pieces, whatever its size, and its last record marks it as complete.
 */
export interface BackupHeader {
  readonly kind: 'grandlivre-backup';
  readonly format: 1;
  readonly made_at: string;
  /** Version of Grandlivre that made it; earlier ones did not say. */
  readonly version?: string;
  /** Migrations of the source database. */
  readonly migrations: readonly string[];
  /** End of the log in the backup. */
  readonly position: number;
  readonly event_id: string | null;
  /** Keys of personal data that the vault had. Earlier versions had no vault. */
  readonly keys?: number;
}

export type BackupRecord =
  | BackupHeader
  /** Rows as text, in the order of the columns. */
  | {
      readonly kind: 'rows';
      readonly table: string;
      readonly columns: readonly string[];
      readonly bytes: number;
      /** Encrypted with a key of the vault. */
      readonly is_sealed?: true;
    }
  /** The last number that an identity column has given. Earlier versions did not store it. */
  | { readonly kind: 'identity'; readonly table: string; readonly column: string; readonly last: string }
  | { readonly kind: 'file'; readonly path: string; readonly bytes: number }
  | { readonly kind: 'end'; readonly events: number; readonly files: number };

export interface ArchiveWriter {
  write(record: BackupRecord, body?: Buffer): Promise<void>;
  /** Streams the bytes, as many as the record says. */
  writeStream(record: BackupRecord, body: AsyncIterable<Buffer>): Promise<void>;
  /** Closes the file and gives it its final name, after `check` has passed on it under the name that it has meanwhile. */
  finish(check?: (draft: string) => Promise<void>): Promise<void>;
  abandon(): Promise<void>;
}

/** Written under another name until it is complete. */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  const draft = await openDraft(path);
  const gzip = createGzip({ level: 5 });
  const output = draft.file.createWriteStream({ flush: true });
  const pump = createPump(gzip, output);
  return {
    async write(record, body) {
      await pump.push(`${JSON.stringify(record)}\n`);
      if (body) await pump.push(body);
    },
    async writeStream(record, body) {
      await pump.push(`${JSON.stringify(record)}\n`);
      for await (const piece of body) await pump.push(piece);
    },
    async finish(check) {
      await pump.end();
      await check?.(draft.path);
      await rename(draft.path, path);
      await draft.release();
    },
    async abandon() {
      gzip.destroy();
      output.destroy();
      await rm(draft.path, { force: true });
      await draft.release();
    },
  };
}

interface Pump {
  /** Waits while the file takes no more. */
  push(bytes: Buffer | string): Promise<void>;
  end(): Promise<void>;
}

/** Compresses into the file. The listeners are set once, however much is written. */
function createPump(gzip: Gzip, output: WriteStream): Pump {
  let failure: Error | undefined;
  let continueWriting = (): void => undefined;
  const onFailure = (error: Error): void => {
    failure ??= error;
    continueWriting();
  };
  gzip.on('error', onFailure);
  gzip.on('drain', () => continueWriting());
  output.on('error', (error) => {
    onFailure(error);
    gzip.destroy();
  });
  gzip.pipe(output);
  const throwFailure = (): void => {
    if (failure) throw failure;
  };
  return {
    async push(bytes) {
      throwFailure();
      const drained = new Promise<void>((resolve) => (continueWriting = resolve));
      if (!gzip.write(bytes)) await drained;
      throwFailure();
    },
    async end() {
      gzip.end();
      if (!output.closed) await once(output, 'close');
      throwFailure();
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
  const source = createReadStream(path);
  const pieces = source.pipe(createGunzip());
  source.on('error', (error) => pieces.destroy(error));
  try {
    yield* readRecords(path, pieces);
  } finally {
    // A reader may stop early; an open file must not wait for the garbage collector.
    pieces.destroy();
    source.destroy();
  }
}

async function* readRecords(path: string, pieces: AsyncIterable<Buffer>): AsyncGenerator<ReadRecord> {
  const iterator = pieces[Symbol.asyncIterator]();
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
