/** Holds up whoever wants a connection for as long as what they would read may not be what they were promised. */
export interface Gate {
  readonly isClosed: boolean;
  /** Resolves when it is open. @throws the reason, when it does not open in time */
  passed(): Promise<void>;
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
    passed() {
      if (reason === null) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const pass = (): void => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          waiting.delete(pass);
          reject(reason?.() ?? new Error('The gate has just opened'));
        }, longestWaitMs);
        waiting.add(pass);
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
