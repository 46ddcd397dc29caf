/** Does the same with every item, a few at a time, and goes on whatever becomes of one; gives all results in order. */
export async function together<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  atATime = 8,
): Promise<Result[]> {
  const results: Result[] = [];
  let taken = 0;
  const worker = async (): Promise<void> => {
    while (taken < items.length) {
      const index = taken++;
      results[index] = await work(items[index]!);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}
