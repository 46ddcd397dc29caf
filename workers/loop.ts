import { setImmediate as nextTurn } from 'node:timers/promises';

/** Delay before a retry after a failure. */
const TROUBLE_MS = 1_000;

export interface Loop {
  /** Runs soon; once more if it is already running. */
  run(): void;
  /** Runs after this delay at the latest. */
  runIn(milliseconds: number): void;
  stop(): Promise<void>;
}

/** Runs work one at a time: again as long as it returns true, and again after a delay when it failed. */
export function createLoop(work: () => Promise<boolean>, onTrouble: (error: unknown) => void): Loop {
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let timerAt = Infinity;

  async function runTurn(): Promise<void> {
    // Requests in the same turn are handled together.
    await nextTurn();
    while (isWanted && !isStopped) {
      isWanted = false;
      try {
        if (await work()) isWanted = true;
      } catch (error) {
        onTrouble(error);
        runIn(TROUBLE_MS);
      }
    }
    running = null;
    if (isWanted && !isStopped) run();
  }
  function run(): void {
    isWanted = true;
    if (!isStopped) running ??= runTurn();
  }
  function runIn(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (isStopped || (timer !== null && timerAt <= at)) return;
    if (timer) clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(() => {
      timer = null;
      run();
    }, milliseconds);
    timer.unref();
  }
  return {
    run,
    runIn,
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
