import { setImmediate as nextTurn } from 'node:timers/promises';

/** After a failure it is tried again this much later. */
const TROUBLE_MS = 1_000;

export interface Loop {
  /** Soon; once more when it is under way already. */
  run(): void;
  /** By then at the latest. */
  runIn(milliseconds: number): void;
  stop(): Promise<void>;
}

/** Work that is done by one at a time, again as long as it says so, and again after a while when it has failed. */
export function loop(work: () => Promise<boolean>, onTrouble: (error: unknown) => void): Loop {
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let timerAt = Infinity;

  async function turn(): Promise<void> {
    // Whatever comes in the same turn is done together.
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
    if (!isStopped) running ??= turn();
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
