export interface BatchOptions {
  /** Calls that are run together at most. */
  readonly most?: number;
  /**
   * Whether the first call waits for those that come in the same turn of the event loop: for calls that many requests make
   * at once, because they have waited for the same thing.
   */
  readonly isPatient?: boolean;
}

/** Batches calls that arrive while one is running, so that many small writes share a round trip. */
export function batchCalls<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most = 200, isPatient = false }: BatchOptions = {},
): (item: Item) => Promise<Result> {
  interface Waiting {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let isRunning = false;

  async function drainQueue(): Promise<void> {
    isRunning = true;
    if (isPatient) await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const results = await run(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => resolve(results[index]!));
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void drainQueue();
    });
}
