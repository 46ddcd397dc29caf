import type { RecordedEvent } from '../port.ts';

/**
 * The last events appended by this process, in log order without gaps. A follower in the same process takes them from
 * here instead of reading them back; events of another process leave a gap, which the follower reads from the table. This
 * is neither a cache nor a map: no event may be missing between two others.
 */
export interface RecentEvents {
  /** `bytes` is their total size; a large addition evicts the earlier events first. */
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
/** One large import is kept for followers, but not several. */
const LARGE_BYTES = 1024 * 1024;

export function createRecentEvents(): RecentEvents {
  let events: RecordedEvent[] = [];
  const listeners = new Set<() => void>();
  return {
    add(added, bytes) {
      const first = added[0];
      // Without followers in this process there is no need to keep events.
      if (!first || listeners.size === 0) return;
      const last = events.at(-1);
      if (bytes > LARGE_BYTES || (last && last.position + 1 !== first.position)) events = [];
      events.push(...added);
      if (events.length > 2 * KEPT) events = events.slice(-KEPT);
      listeners.forEach((listener) => listener());
    },
    listAfter(position, limit) {
      const start = events[0]?.position;
      if (start === undefined || position < start - 1) return [];
      const index = position - start + 1;
      return events.slice(index, index + limit);
    },
    forgetAll: () => void (events = []),
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
