import { setImmediate as nextRound } from 'node:timers/promises';

/**
 * Long computations in turns. One thread serves all requests: work that takes longer than a turn yields to others. All
 * such work queues in one line, so that the event loop never runs more than one turn before it handles incoming requests,
 * regardless of how many computations are running.
 */
const TURN_MS = 10;

let line: Promise<unknown> = Promise.resolve();

/** Resolves after other work has had its turn. */
export function yieldToOthers(): Promise<void> {
  const turn = line.then(() => nextRound());
  line = turn;
  return turn;
}

/** Short work runs at once; only longer work is interrupted and continued. */
export async function runInTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  let endsAt = performance.now() + TURN_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < endsAt) continue;
    await yieldToOthers();
    endsAt = performance.now() + TURN_MS;
  }
}

/** For an asynchronous loop: call it after each step; it waits when the turn is over. */
export function createTurnKeeper(): () => Promise<void> | undefined {
  let endsAt = performance.now() + TURN_MS;
  return () => {
    if (performance.now() < endsAt) return undefined;
    return yieldToOthers().then(() => void (endsAt = performance.now() + TURN_MS));
  };
}
