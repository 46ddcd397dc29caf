import type { Readable } from 'node:stream';

/**
 * Uploaded files, stored under the SHA-256 of their content: equal content is stored once, files never change, and the
 * log only needs the hash. A file is received on the local disk and stored when complete, in a folder or in a bucket.
 * Areas are separate because they are served under different rules.
 */
export type FileArea = 'logos' | 'documents';

export interface FileStore {
  /** Stores the content and returns its hash. @throws StorageFull, StorageUnavailable, like all methods here */
  put(area: FileArea, content: Uint8Array): Promise<string>;
  /** Receives a stream and hashes it on the way. It is stored only when `save` is called. */
  receive(content: AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
  /** The whole content, or null if the hash is unknown; for small files. */
  read(area: FileArea, sha256: string): Promise<Buffer | null>;
  open(area: FileArea, sha256: string): Promise<OpenedFile | null>;
  /** Runs `work` with the file on the local disk; null if the hash is unknown. */
  withLocalFile<Result>(
    area: FileArea,
    sha256: string,
    work: (path: string) => Promise<Result>,
  ): Promise<Result | null>;
  /** Removes a file permanently. A missing file is not an error. */
  remove(area: FileArea, sha256: string): Promise<void>;
  /** Removes the remains of interrupted uploads. */
  removeAbandoned(): Promise<void>;
  /** Removes old files without references; returns their number. */
  sweepUnreferenced(area: FileArea, olderThanMs: number, referred: Referred): Promise<number>;
  /** The mark that tells this store from others; null if it has none. */
  readMark(): Promise<string | null>;
  writeMark(mark: string): Promise<void>;
  close(): Promise<void>;
}

/** Returns the hashes that are still referred to. */
export type Referred = (hashes: readonly string[]) => Promise<ReadonlySet<string>>;

export interface ReceivedFile {
  readonly sha256: string;
  readonly bytes: number;
  /** Temporary path until the file is saved or discarded. */
  readonly path: string;
  read(): Promise<Buffer>;
  keep(area: FileArea): Promise<void>;
  /** Has no effect on a saved file. */
  discard(): Promise<void>;
}

export interface OpenedFile {
  readonly bytes: number;
  readonly stream: Readable;
}
