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

/** Maps a list that may be long. */
export const mapInTurns = <From, To>(list: readonly From[], map: (one: From) => To): Promise<To[]> =>
  runInTurns(mapStepwise(list, map));

function* mapStepwise<From, To>(list: readonly From[], map: (one: From) => To): Generator<void, To[]> {
  const mapped: To[] = [];
  for (const one of list) {
    mapped.push(map(one));
    yield;
  }
  return mapped;
}

/** For an asynchronous loop: call it after each step; it waits when the turn is over. */
export function createTurnKeeper(): () => Promise<void> | undefined {
  let endsAt = performance.now() + TURN_MS;
  return () => {
    if (performance.now() < endsAt) return undefined;
    return yieldToOthers().then(() => void (endsAt = performance.now() + TURN_MS));
  };
}

/**
 * Bulk work, such as writing a file of a thousand pages, also leaves the time between two turns to requests that people
 * wait for. A small request needs the event loop several times, and would otherwise meet a turn of bulk work each time.
 */
const BULK_TURN_MS = 6;
/** Bulk work continues after this time, so that it advances however many requests come. */
const LONGEST_WAIT_MS = 12;
/** An older request is itself slow: it waits for a body, a server or its turn. */
const COUNTED_MS = 500;

/** Requests under way with the time of their arrival, the oldest first. */
const prompt = new Map<object, number>();
const waitingForQuiet = new Set<() => void>();
let bulkLine: Promise<unknown> = Promise.resolve();

/** Counts a request that someone waits for, until the returned function is called. */
export function beginPromptWork(): () => void {
  const request = {};
  prompt.set(request, performance.now());
  return () => {
    if (!prompt.delete(request) || prompt.size > 0) return;
    for (const resume of waitingForQuiet) resume();
  };
}

function hasPromptWork(): boolean {
  const since = performance.now() - COUNTED_MS;
  for (const [request, startedAt] of prompt) {
    if (startedAt >= since) return true;
    prompt.delete(request);
  }
  return false;
}

const waitForQuiet = (): Promise<void> =>
  new Promise((resolve) => {
    const resume = (): void => {
      clearTimeout(timer);
      waitingForQuiet.delete(resume);
      resolve();
    };
    const timer = setTimeout(resume, LONGEST_WAIT_MS);
    waitingForQuiet.add(resume);
  });

/** Resolves after other work has had its turn, and no request waits or the longest wait is over. */
export function yieldToPromptWork(): Promise<void> {
  const turn = bulkLine.then(() => nextRound()).then(() => (hasPromptWork() ? waitForQuiet() : undefined));
  bulkLine = turn;
  return turn;
}

/** As `createTurnKeeper`, for bulk work. */
export function createBulkTurnKeeper(): () => Promise<void> | undefined {
  let endsAt = performance.now() + BULK_TURN_MS;
  return () => {
    if (performance.now() < endsAt) return undefined;
    return yieldToPromptWork().then(() => void (endsAt = performance.now() + BULK_TURN_MS));
  };
}
