/** Questions that come while another one is under way are asked together when it has been answered. */
export interface Gathered<Item, Answer> {
  add(item: Item): Promise<Answer>;
}

export function gathered<Item, Answer>(
  ask: (items: readonly Item[]) => Promise<readonly Answer[]>,
): Gathered<Item, Answer> {
  type Waiting = { readonly item: Item; resolve(answer: Answer): void; reject(error: unknown): void };
  let waiting: Waiting[] = [];
  let isAsking = false;

  async function askAll(): Promise<void> {
    isAsking = true;
    // Whatever comes in the same turn is asked together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const asked = waiting;
      waiting = [];
      try {
        const answers = await ask(asked.map(({ item }) => item));
        asked.forEach(({ resolve }, index) => resolve(answers[index]!));
      } catch (error) {
        asked.forEach(({ reject }) => reject(error));
      }
    }
    isAsking = false;
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (!isAsking) void askAll();
      }),
  };
}
