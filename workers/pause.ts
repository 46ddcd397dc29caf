import { setTimeout as sleep } from 'node:timers/promises';

/** Ends early when the signal is aborted. Leaves no listener on the signal, because it is called indefinitely. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
