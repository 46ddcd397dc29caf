import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, type ProcessIdentity } from './processes.ts';

/**
 * Notices that the server has ended although nobody asked it to (killed, out of memory, a full disk) and starts it again.
 * What keeps it from starting may pass, such as a full disk: it is tried again and again for a minute.
 */
export interface Watch {
  /** Resolves when nothing is started any more. */
  stop(): Promise<void>;
}

export interface WatchOptions {
  /** Starts it again, at the same address, and gives its new identity. */
  readonly startAgain: () => Promise<ProcessIdentity>;
  readonly onTrouble: (event: ServerTrouble) => void;
  readonly givenUpAfterMs?: number;
}

export type ServerTrouble =
  | { readonly what: 'ended' }
  | { readonly what: 'not-started'; readonly error: unknown }
  | { readonly what: 'started'; readonly milliseconds: number }
  /** It could not be started in time, and is not tried again. */
  | { readonly what: 'given-up'; readonly error: unknown };

const LOOK_MS = 200;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
const GIVEN_UP_AFTER_MS = 60_000;

export function watchServer(first: ProcessIdentity, options: WatchOptions): Watch {
  const { startAgain, onTrouble, givenUpAfterMs = GIVEN_UP_AFTER_MS } = options;
  const stopping = new AbortController();
  let identity = first;

  const wait = (milliseconds: number): Promise<unknown> =>
    pause(milliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);

  async function revive(): Promise<boolean> {
    const since = performance.now();
    onTrouble({ what: 'ended' });
    for (let pauseMs = FIRST_PAUSE_MS; !stopping.signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        identity = await startAgain();
        onTrouble({ what: 'started', milliseconds: Math.round(performance.now() - since) });
        return true;
      } catch (error) {
        if (performance.now() - since > givenUpAfterMs) {
          onTrouble({ what: 'given-up', error });
          return false;
        }
        onTrouble({ what: 'not-started', error });
        await wait(pauseMs);
      }
    }
    return false;
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await wait(LOOK_MS);
      // When the process table cannot be read (no descriptors left) it is not known: look again.
      const lives = await isAlive(identity).catch(() => true);
      if (!lives && !stopping.signal.aborted && !(await revive())) return;
    }
  }

  const watching = watch();
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
