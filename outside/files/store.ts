import type { Readable } from 'node:stream';

/**
 * Uploaded files, each under the SHA-256 of what it contains: the same content is kept once, a file never changes, and the
 * log needs to hold nothing but the hash. A file arrives on this disk and is kept once it is whole, in a folder or in a bucket.
 * Areas are kept apart because they are served under different rules.
 */
export type FileArea = 'logos' | 'documents';

export interface FileStore {
  /** Keeps the content and gives its hash. @throws StorageFull, StorageUnavailable, as all the others */
  put(area: FileArea, content: Uint8Array): Promise<string>;
  /** Takes in a stream piece by piece, hashed on its way. It is kept only once `keep` is called. */
  receive(content: AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
  /** The whole content, or null when there is none under this hash; for small files. */
  read(area: FileArea, sha256: string): Promise<Buffer | null>;
  open(area: FileArea, sha256: string): Promise<OpenedFile | null>;
  /** Lets `work` read the file as one on this disk; null when there is none under this hash. */
  onDisk<Result>(area: FileArea, sha256: string, work: (path: string) => Promise<Result>): Promise<Result | null>;
  /** Removes what interrupted uploads have left behind. */
  tidy(): Promise<void>;
  /** Removes files that have lain there for long and that nothing refers to; gives their number. */
  sweep(area: FileArea, olderThanMs: number, referred: Referred): Promise<number>;
  close(): Promise<void>;
}

/** Which of these hashes something still refers to. */
export type Referred = (hashes: readonly string[]) => Promise<ReadonlySet<string>>;

export interface ReceivedFile {
  readonly sha256: string;
  readonly bytes: number;
  /** Where it lies until it is kept or discarded. */
  readonly path: string;
  read(): Promise<Buffer>;
  keep(area: FileArea): Promise<void>;
  /** Does nothing to a file that was kept. */
  discard(): Promise<void>;
}

export interface OpenedFile {
  readonly bytes: number;
  readonly stream: Readable;
}
