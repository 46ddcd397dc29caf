/** No room for the file. Nothing of it was kept. */
export class StorageFull extends Error {
  constructor(cause: unknown) {
    super('The file storage is full', { cause });
    this.name = 'StorageFull';
  }
}

/** The storage cannot be read or written at all: a missing volume, a wrong owner, a broken disk. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super('The file storage does not work', { cause });
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

/** What an error of the file system means; whatever did not come from there stays as it is. */
export function asStorageFailure(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || !(error instanceof Error)) return error;
  if (FULL.has(code)) return new StorageFull(error);
  return BROKEN.has(code) ? new StorageUnavailable(error) : error;
}

export async function failingAsStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asStorageFailure(error);
  }
}

export function nullWhenMissing(error: unknown): null {
  if ((error as { code?: unknown }).code === 'ENOENT') return null;
  throw error;
}
