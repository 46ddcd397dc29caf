/** Does the same with every item, a few at a time, until one fails; gives all results in order. */
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
      try {
        results[index] = await work(items[index]!);
      } catch (error) {
        taken = items.length;
        throw error;
      }
    }
  };
  // After a failure the others finish what they do, so that nothing is written any more while the next test runs.
  const ends = await Promise.allSettled(Array.from({ length: atATime }, worker));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return results;
}
