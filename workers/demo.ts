import { refreshDemo, type DemoOutcome, type DemoParts } from '../commands/demo/load-demo.ts';
import { pause } from './pause.ts';
import type { RunnerLogger } from './projector.ts';

/** A machine that is busy at its start may be too slow for a statement: then it is tried again, after so long. */
const AGAIN_AFTER_MS = [5_000, 30_000, 120_000];

/** The demo is loaded behind the start, and looked at again every night. */
export interface DemoKeeper {
  /** What came of the first look; never rejects. */
  readonly first: Promise<DemoOutcome | 'failed'>;
  /** As it should be after the night. */
  refresh(): Promise<DemoOutcome>;
  stop(): Promise<void>;
}

export function keepDemo(parts: DemoParts, logger: RunnerLogger): DemoKeeper {
  const stopping = new AbortController();
  /** One after another: the night may fall while the first is under way. */
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
  const firstLook = async (): Promise<DemoOutcome | 'failed'> => {
    for (const wait of [...AGAIN_AFTER_MS, null])
      try {
        return await refresh();
      } catch (error) {
        if (stopping.signal.aborted) break;
        if (wait === null) logger.error({ err: error }, 'the demo data set could not be loaded');
        else {
          logger.warn({ err: error, wait }, 'the demo data set could not be loaded yet');
          await pause(wait, stopping.signal);
        }
      }
    return 'failed';
  };
  const first = firstLook();
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
