import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, type ProcessIdentity } from './processes.ts';

/**
 * Detects that the server has ended unexpectedly (killed, out of memory, full disk) and restarts it. The cause may be
 * temporary, such as a full disk, so it is retried for a minute.
 */
export interface Watch {
  /** Resolves when no restart is in progress any more. */
  stop(): Promise<void>;
}

export interface WatchOptions {
  /** Restarts the server at the same address and returns its new identity. */
  readonly restart: () => Promise<ProcessIdentity>;
  readonly onTrouble: (event: ServerTrouble) => void;
  readonly givenUpAfterMs?: number;
}

export type ServerTrouble =
  | { readonly what: 'ended' }
  | { readonly what: 'not-started'; readonly error: unknown }
  | { readonly what: 'started'; readonly milliseconds: number }
  /** It could not be started in time and is not retried. */
  | { readonly what: 'given-up'; readonly error: unknown };

const LOOK_MS = 200;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
const GIVEN_UP_AFTER_MS = 60_000;

export function watchServer(first: ProcessIdentity, options: WatchOptions): Watch {
  const { restart, onTrouble, givenUpAfterMs = GIVEN_UP_AFTER_MS } = options;
  const stopping = new AbortController();
  let identity = first;

  const waitOrStop = (milliseconds: number): Promise<unknown> =>
    pause(milliseconds, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);

  async function restartUntilReady(): Promise<boolean> {
    const since = performance.now();
    onTrouble({ what: 'ended' });
    for (let pauseMs = FIRST_PAUSE_MS; !stopping.signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        identity = await restart();
        onTrouble({ what: 'started', milliseconds: Math.round(performance.now() - since) });
        return true;
      } catch (error) {
        if (performance.now() - since > givenUpAfterMs) {
          onTrouble({ what: 'given-up', error });
          return false;
        }
        onTrouble({ what: 'not-started', error });
        await waitOrStop(pauseMs);
      }
    }
    return false;
  }

  async function runWatch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await waitOrStop(LOOK_MS);
      // If the process table cannot be read (no descriptors left), assume it is alive and check again.
      const lives = await isAlive(identity).catch(() => true);
      if (!lives && !stopping.signal.aborted && !(await restartUntilReady())) return;
    }
  }

  const watching = runWatch();
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
