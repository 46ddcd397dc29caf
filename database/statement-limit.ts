import type pg from 'pg';

type Callback = (error: Error | null, result?: unknown) => void;

/**
 * Limits how many connections of a pool have a statement running at a time; the others wait in order, whichever
 * connection they belong to. A long read that goes step by step therefore takes turns with other long reads, and keeps its
 * connection meanwhile. The time limit of a statement begins with its turn.
 */
export function createStatementLimit(atOnce: number): (client: pg.ClientBase) => void {
  const waiting: (() => void)[] = [];
  let running = 0;

  function startStatement(start: () => void): void {
    if (running >= atOnce) {
      waiting.push(start);
      return;
    }
    running += 1;
    start();
  }

  function endStatement(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return (client) => {
    // The driver's `query` has a dozen overloads: with a callback as the last argument, or with a promise.
    const send = client.query.bind(client) as unknown as (...given: unknown[]) => unknown;
    const query = (...given: unknown[]): unknown => {
      const callback = given.at(-1);
      if (typeof callback === 'function') {
        let isEnded = false;
        startStatement(() =>
          send(...given.slice(0, -1), (error: Error | null, result?: unknown) => {
            // The driver may report a lost connection after the timeout of the statement.
            if (!isEnded) endStatement();
            isEnded = true;
            (callback as Callback)(error, result);
          }),
        );
        return undefined;
      }
      return new Promise<unknown>((resolve) => {
        startStatement(() => resolve(Promise.resolve(send(...given)).finally(endStatement)));
      });
    };
    Object.assign(client, { query });
  };
}
