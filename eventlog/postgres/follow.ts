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

/** A notification can be lost with its connection: look by ourselves this often. */
const LOOK_AGAIN_MS = 500;
const RETRY_MS = 250;
const DEFAULT_BATCH = 500;

/**
 * Yields events as they come: from memory when this process wrote them, else from the table. The table is looked at when
 * there is reason to: at the start, when others say that they wrote, when memory has a gap, and now and then.
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
  const bell = doorbell(signal);
  let mustLook = true;
  const lookAgain = (): void => {
    mustLook = true;
    bell.ring();
  };
  const subscriptions = [
    recent.onAdded(bell.ring),
    notifications.on(channel, lookAgain),
    notifications.onReconnect(lookAgain),
  ];
  try {
    for (let position = after; !signal.aborted;) {
      let batch = recent.after(position, batchSize);
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
      // Between the look and the wait an event may have come: the bell then rings at once.
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

/** Rung by writers, waited for by the follower; a ring while nobody waits is remembered. */
function doorbell(signal: AbortSignal) {
  let rung = false;
  let wake: (() => void) | null = null;
  const ring = (): void => {
    rung = true;
    wake?.();
  };
  signal.addEventListener('abort', ring, { once: true });
  return {
    ring,
    /** True when it rang, false when the time was up. */
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
