/** Lets so many pieces of work go on at a time, the others in the order in which they came. */
export function turns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next, if there is one.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
