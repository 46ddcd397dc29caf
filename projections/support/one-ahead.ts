/**
 * Steps that are read one after another, each begun while the one before is worked on: the database and this process then work at
 * the same time. Whoever leaves has begun one step too many, and nobody hears of it.
 */
export async function* oneAhead<T>(steps: Iterable<() => Promise<T>>): AsyncGenerator<T> {
  let begun: Promise<T> | null = null;
  for (const step of steps) {
    // Not before the other one is there: a connection answers one question at a time.
    const before: { readonly value: T } | null = begun && { value: await begun };
    begun = step();
    begun.catch(() => undefined); // thrown where it is waited for
    if (before) yield before.value;
  }
  if (begun) yield await begun;
}
