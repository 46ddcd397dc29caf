/** Takes the ready items of a client stream in batches, and leaves no call open. */
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AnswerTimeout } from './failures.ts';

/** Longest delay of the first item while a batch is collected. */
const LINGER_MS = 10;

interface Cancellable {
  cancel?(): Promise<void>;
  unsubscribe?(): Promise<void>;
}

export interface Patience {
  /** Aborting it ends the batches without an error. */
  readonly signal?: AbortSignal;
  /** Longer silence is an error; the client itself would wait forever. */
  readonly timeoutMs?: number;
}

export async function* readReadyBatches<T>(
  source: Readable & Cancellable,
  batchSize: number,
  { signal, timeoutMs }: Patience,
): AsyncGenerator<T[], void, undefined> {
  let failure: { readonly error: unknown } | undefined;
  let isEnded = false;
  let wake = (): void => undefined;
  // Remembers events that occur while a batch is being taken, so that they are not missed before the next wait.
  let hasHappened = false;
  const onReadable = (): void => {
    hasHappened = true;
    wake();
  };
  const onEnd = (): void => {
    isEnded = true;
    onReadable();
  };
  // This listener stays: an error after the last batch is irrelevant and must not end the process.
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
    cancelSource(source);
  }
}

/** The messages of one packet arrive one per turn of the event loop, so the turns are followed while they bring more. */
async function takeReady<T>(source: Readable, batchSize: number): Promise<T[]> {
  const batch: T[] = [];
  let isGrowing = takeItems(source, batch, batchSize);
  const lingerUntil = performance.now() + LINGER_MS;
  while (isGrowing && batch.length < batchSize && performance.now() < lingerUntil) {
    await nextTurn();
    isGrowing = takeItems(source, batch, batchSize);
  }
  return batch;
}

function takeItems<T>(source: Readable, batch: T[], batchSize: number): boolean {
  const { length } = batch;
  while (batch.length < batchSize) {
    const item = source.read() as T | null;
    if (item === null) break;
    batch.push(item);
  }
  return batch.length > length;
}

/**
 * An unfinished read would keep its call open on the server, so it is cancelled. Items that have already arrived are
 * discarded, because a call whose messages are not consumed never ends.
 */
function cancelSource(source: Readable & Cancellable): void {
  const cancelled = source.cancel?.() ?? source.unsubscribe?.();
  cancelled?.catch(() => undefined);
  source.resume();
}
