import { setImmediate as nextRound } from 'node:timers/promises';

/**
 * Long work in turns. One thread answers everybody: whoever computes for longer than a turn lets the others go first. Those
 * who take turns stand in one line, so that however many they are, the loop never runs more than one turn before it looks
 * at what has come in.
 */
const TURN_MS = 10;

let line: Promise<unknown> = Promise.resolve();

/** Resolves when others have had their chance. */
export function letOthersWork(): Promise<void> {
  const turn = line.then(() => nextRound());
  line = turn;
  return turn;
}

/** Work that is short is done at once; only what takes longer is broken off and gone on with. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  let endsAt = performance.now() + TURN_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < endsAt) continue;
    await letOthersWork();
    endsAt = performance.now() + TURN_MS;
  }
}

/** For a loop that waits anyway: called after each of its steps, it waits when the turn is over. */
export function turnKeeper(): () => Promise<void> | undefined {
  let endsAt = performance.now() + TURN_MS;
  return () => {
    if (performance.now() < endsAt) return undefined;
    return letOthersWork().then(() => void (endsAt = performance.now() + TURN_MS));
  };
}
