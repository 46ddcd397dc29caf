import { setTimeout as sleep } from 'node:timers/promises';

/** Ends earlier when the signal is aborted. Whatever it hears the signal with is gone afterwards: it is called for ever. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
