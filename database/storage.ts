/** Whether the disk of the server is full, judging by its errors, since the disk itself cannot be inspected. */
export interface Storage {
  isFull(): boolean;
  /** Records a failed statement. */
  recordError(error: unknown): void;
}

const DISK_FULL = '53100';
/** Statements are frequent, so a disk without errors for this time has space again. */
const REMEMBERED_MS = 10_000;

export function watchStorage(): Storage {
  let fullAt = -Infinity;
  return {
    isFull: () => performance.now() - fullAt < REMEMBERED_MS,
    recordError(error) {
      if ((error as { code?: unknown } | null)?.code === DISK_FULL) fullAt = performance.now();
    },
  };
}
