import { runAllSteps, type Steps } from './steps.ts';

/** Keeps events small enough for every engine and reader, regardless of the size of the operation. */
const MAX_EVENT_CHARACTERS = 64 * 1024;

/** In order, as many items per batch as fit into one event. */
export const splitIntoBatches = <T>(items: readonly T[]): T[][] => runAllSteps(splitIntoBatchesInSteps(items));

export function* splitIntoBatchesInSteps<T>(items: readonly T[]): Steps<T[][]> {
  const found: T[][] = [];
  let characters = Infinity;
  for (const item of items) {
    const size = JSON.stringify(item).length;
    if (characters + size > MAX_EVENT_CHARACTERS) {
      found.push([]);
      characters = 0;
    }
    found.at(-1)!.push(item);
    characters += size;
    yield;
  }
  return found;
}
