import type { Notifications } from '../../database/notifications.ts';
import type { FollowOptions, RecordedEvent } from '../port.ts';
import type { RecentEvents } from './recent-events.ts';

interface Follow {
  readonly after: number;
  readonly options: FollowOptions;
  readonly recent: RecentEvents;
  readonly readPage: (after: number, limit: number) => Promise<readonly RecordedEvent[]>;
  readonly notifications: Notifications;
  readonly channel: string;
}

/** A notification can be lost with its connection, so the table is also polled at this interval. */
const LOOK_AGAIN_MS = 500;
const RETRY_MS = 250;
const DEFAULT_BATCH = 500;

/**
 * Yields events as they arrive: from memory if this process wrote them, else from the table. The table is read only when
 * needed: at the start, after a notification from another writer, after a gap in memory, and periodically.
 */
export async function* followLog({
  after,
  options,
  recent,
  readPage,
  notifications,
  channel,
}: Follow): AsyncGenerator<readonly RecordedEvent[]> {
  const { signal, batchSize = DEFAULT_BATCH } = options;
  const bell = createDoorbell(signal);
  let mustLook = true;
  const requestLook = (): void => {
    mustLook = true;
    bell.ring();
  };
  const subscriptions = [
    recent.onAdded(bell.ring),
    notifications.on(channel, requestLook),
    notifications.onReconnect(requestLook),
  ];
  try {
    for (let position = after; !signal.aborted;) {
      let batch = recent.listAfter(position, batchSize);
      if (batch.length === 0 && (mustLook || recent.hasGapAfter(position))) {
        try {
          mustLook = false;
          batch = await readPage(position, batchSize);
          if (batch.length === batchSize) mustLook = true;
        } catch (error) {
          mustLook = true;
          options.onInterruption?.(error);
          await bell.wait(RETRY_MS);
          continue;
        }
      }
      // If an event arrived between the read and the wait, the bell rings at once.
      if (batch.length === 0) {
        if (!(await bell.wait(LOOK_AGAIN_MS))) mustLook = true;
        continue;
      }
      if (signal.aborted) return;
      yield batch;
      position = batch.at(-1)!.position;
    }
  } finally {
    subscriptions.forEach((unsubscribe) => unsubscribe());
  }
}

/** Rung by writers and awaited by the follower; a ring without a waiter is remembered. */
function createDoorbell(signal: AbortSignal) {
  let rung = false;
  let wake: (() => void) | null = null;
  const ring = (): void => {
    rung = true;
    wake?.();
  };
  signal.addEventListener('abort', ring, { once: true });
  return {
    ring,
    /** True if it rang, false on timeout. */
    async wait(milliseconds: number): Promise<boolean> {
      if (!rung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = null;
      }
      const wasRung = rung;
      rung = false;
      return wasRung;
    },
  };
}
