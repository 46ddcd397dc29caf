/** No space left for the file. Nothing of it was stored. */
export class StorageFull extends Error {
  constructor(cause: unknown) {
    super('The file storage is full', { cause });
    this.name = 'StorageFull';
  }
}

/** The storage cannot be read or written: missing volume, wrong owner, broken disk. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super('The file storage is unavailable', { cause });
    this.name = 'StorageUnavailable';
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const BROKEN = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'ENOTDIR',
  'EEXIST',
  'EISDIR',
  'ENOENT',
  'ENODEV',
  'EMFILE',
  'ENFILE',
  'ESTALE',
]);

/** Maps file system errors to storage failures; other errors are returned unchanged. */
export function toStorageFailure(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || !(error instanceof Error)) return error;
  if (FULL.has(code)) return new StorageFull(error);
  return BROKEN.has(code) ? new StorageUnavailable(error) : error;
}

export async function withStorageFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toStorageFailure(error);
  }
}

export function nullIfMissing(error: unknown): null {
  if ((error as { code?: unknown }).code === 'ENOENT') return null;
  throw error;
}
