import { AnalysisFailed } from './failures.ts';

/** Turns of documents that wait for a process: tenants alternate, however many documents one of them has. */
export interface Turns {
  /** @throws AnalysisFailed if the request is cancelled meanwhile. */
  wait(tenant: number | undefined, signal?: AbortSignal): Promise<void>;
  /** Notes that a document of the tenant is served. */
  take(tenant: number | undefined): void;
  /** The tenant whose last turn is longest ago comes next; its documents in their order. */
  callNext(): void;
  /** Ends all waiting. */
  callAll(): void;
}

interface Waiting {
  readonly tenant: number | undefined;
  proceed(): void;
}

export function createTurns(): Turns {
  const waiting: Waiting[] = [];
  /** Number of the last turn of each tenant that waits or is served. */
  const turns = new Map<number | undefined, number>();
  let lastTurn = 0;
  const getTurn = ({ tenant }: Waiting): number => turns.get(tenant) ?? 0;

  return {
    wait: (tenant, signal) =>
      new Promise((resolve, reject) => {
        const cancelWait = (): void => {
          waiting.splice(waiting.indexOf(one), 1);
          reject(new AnalysisFailed('analysis_cancelled'));
        };
        const one: Waiting = {
          tenant,
          proceed() {
            signal?.removeEventListener('abort', cancelWait);
            resolve();
          },
        };
        if (signal?.aborted) return reject(new AnalysisFailed('analysis_cancelled'));
        signal?.addEventListener('abort', cancelWait, { once: true });
        waiting.push(one);
      }),
    take(tenant) {
      turns.set(tenant, (lastTurn += 1));
    },
    callNext() {
      let next = waiting[0];
      for (const one of waiting) if (getTurn(one) < getTurn(next!)) next = one;
      if (next === undefined) return turns.clear();
      waiting.splice(waiting.indexOf(next), 1);
      next.proceed();
    },
    callAll() {
      for (const { proceed } of waiting.splice(0)) proceed();
    },
  };
}
