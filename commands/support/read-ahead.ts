/** Asks for the next item before the one at hand is worked on: reading and computing go on side by side. One item waits. */
export async function* ahead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]();
  let next = items.next();
  try {
    for (;;) {
      const item = await next;
      if (item.done === true) return;
      next = items.next();
      // Whoever stops in between never waits for it: that it fails then concerns nobody.
      next.catch(() => undefined);
      yield item.value;
    }
  } finally {
    await items.return?.();
  }
}
