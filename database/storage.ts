/** Whether the server has room to write, as far as its refusals tell: nobody else can look at its disk. */
export interface Storage {
  isFull(): boolean;
  /** A statement failed. */
  note(error: unknown): void;
}

const DISK_FULL = '53100';
/** Statements are sent all the time: a disk that nobody complains about any more has room again. */
const REMEMBERED_MS = 10_000;

export function watchStorage(): Storage {
  let fullAt = -Infinity;
  return {
    isFull: () => performance.now() - fullAt < REMEMBERED_MS,
    note(error) {
      if ((error as { code?: unknown } | null)?.code === DISK_FULL) fullAt = performance.now();
    },
  };
}
