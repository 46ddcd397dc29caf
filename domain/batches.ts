import { atOnce, type Steps } from './steps.ts';

/** An event stays small enough for every engine and every reader, however much one operation does. */
const MAX_EVENT_CHARACTERS = 64 * 1024;

/** In their order, as many together as one event may hold. */
export const batches = <T>(items: readonly T[]): T[][] => atOnce(batching(items));

export function* batching<T>(items: readonly T[]): Steps<T[][]> {
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
