import type { RecordedEvent } from '../port.ts';

/**
 * The last events appended by this process, in log order without gaps. A follower in the same process takes them from
 * here instead of reading them back; events of another process leave a gap, which the follower reads from the table. This
 * is neither a cache nor a map: no event may be missing between two others.
 */
export interface RecentEvents {
  /** `bytes` is their total size. The earliest additions leave when there are too many events or bytes. */
  add(events: readonly RecordedEvent[], bytes: number): void;
  /** The events directly after this position; empty if they are not all here. */
  listAfter(position: number, limit: number): readonly RecordedEvent[];
  /** After a lost connection: the server may be another one, which lacks them. */
  forgetAll(): void;
  /** True if events after this position are missing here because another process wrote them. */
  hasGapAfter(position: number): boolean;
  readonly hasFollowers: boolean;
  onAdded(listener: () => void): () => void;
}

const KEPT = 2_000;
/**
 * Enough for the files that a dozen clients open at a time, half a megabyte each: reading them back would cost more than
 * projecting them. One import of any size is kept, but not several.
 */
const KEPT_BYTES = 6 * 1024 * 1024;

interface Addition {
  readonly events: number;
  readonly bytes: number;
}

export function createRecentEvents(): RecentEvents {
  let events: RecordedEvent[] = [];
  /** What the events were added by. */
  let additions: Addition[] = [];
  let keptBytes = 0;
  const forgetAll = (): void => {
    events = [];
    additions = [];
    keptBytes = 0;
  };
  /** Some more than necessary leave at a time, so that this happens rarely. */
  const evictEarliest = (): void => {
    let [left, bytes, evicted] = [events.length, keptBytes, 0];
    for (; evicted < additions.length - 1 && (left > KEPT || bytes > KEPT_BYTES); evicted += 1) {
      left -= additions[evicted]!.events;
      bytes -= additions[evicted]!.bytes;
    }
    events = events.slice(events.length - left);
    additions = additions.slice(evicted);
    keptBytes = bytes;
  };
  const listeners = new Set<() => void>();
  return {
    add(added, bytes) {
      const first = added[0];
      // Without followers in this process there is no need to keep events.
      if (!first || listeners.size === 0) return;
      const last = events.at(-1);
      if (last && last.position + 1 !== first.position) forgetAll();
      events.push(...added);
      additions.push({ events: added.length, bytes });
      keptBytes += bytes;
      if (events.length > 2 * KEPT || keptBytes > KEPT_BYTES) evictEarliest();
      listeners.forEach((listener) => listener());
    },
    listAfter(position, limit) {
      const start = events[0]?.position;
      if (start === undefined || position < start - 1) return [];
      const index = position - start + 1;
      return events.slice(index, index + limit);
    },
    forgetAll,
    hasGapAfter: (position) => events.length > 0 && position < events[0]!.position - 1,
    get hasFollowers() {
      return listeners.size > 0;
    },
    onAdded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
