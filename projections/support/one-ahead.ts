/**
 * Steps that are read one after another, each begun while the one before is worked on: the database and this process then work at
 * the same time. Whoever leaves has begun one step too many, and nobody hears of it.
 */
export async function* oneAhead<T>(steps: Iterable<() => Promise<T>>): AsyncGenerator<T> {
  let begun: Promise<T> | null = null;
  for (const step of steps) {
    const before = begun;
    begun = step();
    begun.catch(() => undefined); // thrown where it is waited for
    if (before) yield await before;
  }
  if (begun) yield await begun;
}
