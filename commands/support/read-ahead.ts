/** Requests the next item while the current one is processed, so that reading and computing overlap. Buffers one item. */
export async function* readAhead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]();
  let next = items.next();
  try {
    for (;;) {
      const item = await next;
      if (item.done === true) return;
      next = items.next();
      // If the consumer stops early, this promise is never awaited, so its failure is ignored.
      next.catch(() => undefined);
      yield item.value;
    }
  } finally {
    await items.return?.();
  }
}
