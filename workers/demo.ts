import { pause } from './pause.ts';
import type { RunnerLogger } from './projector.ts';

/** A machine that is busy at its start may be too slow for a statement: retry after these delays. */
const AGAIN_AFTER_MS = [5_000, 30_000, 120_000];
/** How often copies are counted and remains of earlier nights are dropped, without being asked. */
const CARE_MS = 5_000;

export interface DemoWork<Outcome> {
  refresh(signal: AbortSignal): Promise<Outcome>;
  /** Prepares copies for visitors. */
  refill(signal: AbortSignal): Promise<void>;
  /** Drops what earlier nights have left. */
  clean(): Promise<void>;
}

/** Loads the demo after the start, refreshes it every night, and prepares copies as visitors take them. */
export interface DemoKeeper<Outcome> {
  /** Result of the first attempt; never rejects. */
  readonly first: Promise<Outcome | 'failed'>;
  /** Restores the demo to its nightly state. */
  refresh(): Promise<Outcome>;
  /** Prepares copies soon. */
  wake(): void;
  stop(): Promise<void>;
}

export function maintainDemo<Outcome>(work: DemoWork<Outcome>, logger: RunnerLogger): DemoKeeper<Outcome> {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** One after another: the nightly refresh may be due while the first is still running. */
  let latest: Promise<unknown> = Promise.resolve();
  let isWaking = false;
  const queue = <T>(task: () => Promise<T>): Promise<T> => {
    const turn = latest.then(task);
    latest = turn.catch(() => undefined);
    return turn;
  };
  const wake = (): void => {
    if (isWaking || signal.aborted) return;
    isWaking = true;
    queue(async () => {
      isWaking = false;
      await work.refill(signal);
      await work.clean();
    }).catch((error: unknown) => {
      if (!signal.aborted) logger.warn({ err: error }, 'no copy of the demo could be prepared; it will be retried');
    });
  };
  const refresh = (): Promise<Outcome> =>
    queue(async () => {
      const began = performance.now();
      const outcome = await work.refresh(signal);
      logger.info({ outcome, milliseconds: Math.round(performance.now() - began) }, 'the demo was examined');
      wake();
      return outcome;
    });
  const loadWithRetries = async (): Promise<Outcome | 'failed'> => {
    for (const wait of [...AGAIN_AFTER_MS, null])
      try {
        return await refresh();
      } catch (error) {
        if (signal.aborted) break;
        if (wait === null) logger.error({ err: error }, 'the demo data set could not be loaded');
        else {
          logger.warn({ err: error, wait }, 'the demo data set could not be loaded yet; it will be retried');
          await pause(wait, signal);
        }
      }
    return 'failed';
  };
  const first = loadWithRetries();
  const timer = setInterval(wake, CARE_MS);
  timer.unref();
  return {
    first,
    refresh,
    wake,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await first;
      await latest;
    },
  };
}
