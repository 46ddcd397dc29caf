/** Blocks new connections while reads could return outdated data. */
export interface Gate {
  readonly isClosed: boolean;
  /** Resolves when the gate is open. @throws the reason if it does not open in time */
  waitUntilOpen(): Promise<void>;
  close(reason: () => Error): void;
  open(): void;
}

const LONGEST_WAIT_MS = 2_000;

export function createGate(longestWaitMs = LONGEST_WAIT_MS): Gate {
  let reason: (() => Error) | null = null;
  let waiting = new Set<() => void>();
  return {
    get isClosed() {
      return reason !== null;
    },
    waitUntilOpen() {
      if (reason === null) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const letPass = (): void => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          waiting.delete(letPass);
          reject(reason?.() ?? new Error('The gate has just opened'));
        }, longestWaitMs);
        waiting.add(letPass);
      });
    },
    close(why) {
      reason = why;
    },
    open() {
      reason = null;
      const all = waiting;
      waiting = new Set();
      all.forEach((pass) => pass());
    },
  };
}
