import { refreshDemo, type DemoOutcome, type DemoParts } from '../commands/demo/load-demo.ts';
import { pause } from './pause.ts';
import type { RunnerLogger } from './projector.ts';

/** A machine that is busy at its start may be too slow for a statement: retry after these delays. */
const AGAIN_AFTER_MS = [5_000, 30_000, 120_000];

/** Loads the demo after the start, and refreshes it every night. */
export interface DemoKeeper {
  /** Result of the first attempt; never rejects. */
  readonly first: Promise<DemoOutcome | 'failed'>;
  /** Restores the demo to its nightly state. */
  refresh(): Promise<DemoOutcome>;
  stop(): Promise<void>;
}

export function maintainDemo(parts: DemoParts, logger: RunnerLogger): DemoKeeper {
  const stopping = new AbortController();
  /** One after another: the nightly refresh may be due while the first is still running. */
  let latest: Promise<unknown> = Promise.resolve();
  const refresh = (): Promise<DemoOutcome> => {
    const turn = latest.then(async () => {
      const began = performance.now();
      const outcome = await refreshDemo(parts, { now: new Date(), signal: stopping.signal });
      if (outcome === 'loaded')
        logger.info({ milliseconds: Math.round(performance.now() - began) }, 'the demo data set was loaded');
      return outcome;
    });
    latest = turn.catch(() => undefined);
    return turn;
  };
  const loadWithRetries = async (): Promise<DemoOutcome | 'failed'> => {
    for (const wait of [...AGAIN_AFTER_MS, null])
      try {
        return await refresh();
      } catch (error) {
        if (stopping.signal.aborted) break;
        if (wait === null) logger.error({ err: error }, 'the demo data set could not be loaded');
        else {
          logger.warn({ err: error, wait }, 'the demo data set could not be loaded yet; it will be retried');
          await pause(wait, stopping.signal);
        }
      }
    return 'failed';
  };
  const first = loadWithRetries();
  return {
    first,
    refresh,
    async stop() {
      stopping.abort();
      await first;
      await latest;
    },
  };
}
