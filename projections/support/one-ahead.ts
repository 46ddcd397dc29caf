/**
 * Runs steps one after another, starting each while the previous result is processed, so that the database and this
 * process work at the same time. A consumer that stops early has started one step too many; its result is ignored.
 */
export async function* prefetchSteps<T>(steps: Iterable<() => Promise<T>>): AsyncGenerator<T> {
  let begun: Promise<T> | null = null;
  for (const step of steps) {
    // Only after the previous result has arrived: a connection handles one query at a time.
    const before: { readonly value: T } | null = begun && { value: await begun };
    begun = step();
    begun.catch(() => undefined); // thrown where it is awaited
    if (before) yield before.value;
  }
  if (begun) yield await begun;
}
