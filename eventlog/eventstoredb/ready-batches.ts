/** Takes what a stream of the client has ready, many at a time, and leaves no call open behind it. */
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AnswerTimeout } from './failures.ts';

/** Gathering a batch may keep its first item waiting for this long. */
const LINGER_MS = 10;

interface Cancellable {
  cancel?(): Promise<void>;
  unsubscribe?(): Promise<void>;
}

export interface Patience {
  /** Ends the batches without an error when it is aborted. */
  readonly signal?: AbortSignal;
  /** With it, silence for longer is an error: the client itself would wait for ever. */
  readonly timeoutMs?: number;
}

export async function* readyBatches<T>(
  source: Readable & Cancellable,
  batchSize: number,
  { signal, timeoutMs }: Patience,
): AsyncGenerator<T[], void, undefined> {
  let failure: { readonly error: unknown } | undefined;
  let isEnded = false;
  let wake = (): void => undefined;
  // What happens while a batch is being taken wakes nobody: it is remembered, and nobody goes to sleep over it.
  let hasHappened = false;
  const onReadable = (): void => {
    hasHappened = true;
    wake();
  };
  const onEnd = (): void => {
    isEnded = true;
    onReadable();
  };
  // This one stays on: an error that comes after the last batch concerns nobody, and must not end the process.
  source.on('error', (error: unknown) => {
    failure ??= { error };
    onReadable();
  });
  source.on('readable', onReadable).on('end', onEnd).on('close', onEnd);
  signal?.addEventListener('abort', onReadable);
  try {
    while (signal?.aborted !== true) {
      hasHappened = false;
      const batch = await takeReady<T>(source, batchSize);
      if (batch.length > 0) {
        yield batch;
        continue;
      }
      if (failure !== undefined) throw failure.error;
      if (isEnded) return;
      if (hasHappened) continue;
      const isAwake = await new Promise<boolean>((resolve) => {
        const timer = timeoutMs === undefined ? undefined : setTimeout(resolve, timeoutMs, false);
        wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
      });
      if (!isAwake) throw new AnswerTimeout(timeoutMs ?? 0);
    }
  } finally {
    signal?.removeEventListener('abort', onReadable);
    source.off('readable', onReadable).off('end', onEnd).off('close', onEnd);
    cancel(source);
  }
}

/** What came in one packet is handed over one message a turn, so the turns are followed while they bring more. */
async function takeReady<T>(source: Readable, batchSize: number): Promise<T[]> {
  const batch: T[] = [];
  let isGrowing = take(source, batch, batchSize);
  const lingerUntil = performance.now() + LINGER_MS;
  while (isGrowing && batch.length < batchSize && performance.now() < lingerUntil) {
    await nextTurn();
    isGrowing = take(source, batch, batchSize);
  }
  return batch;
}

function take<T>(source: Readable, batch: T[], batchSize: number): boolean {
  const { length } = batch;
  while (batch.length < batchSize) {
    const item = source.read() as T | null;
    if (item === null) break;
    batch.push(item);
  }
  return batch.length > length;
}

/**
 * Leaving a read half-way would keep its call open on the server, so it is cancelled. What had arrived before is let
 * through unseen: a call whose messages nobody takes never comes to its end.
 */
function cancel(source: Readable & Cancellable): void {
  const cancelled = source.cancel?.() ?? source.unsubscribe?.();
  cancelled?.catch(() => undefined);
  source.resume();
}
