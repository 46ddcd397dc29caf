/** Limits the number of concurrent tasks; the others run in order of arrival. */
export function limitConcurrency(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Pass the slot to the next task, if there is one.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
