import type { RecordedEvent } from '../port.ts';

/**
 * The last events that this process appended, in log order without a gap. A follower in the same process takes them
 * from here instead of reading back what was just written; what another process wrote makes a gap, and the follower
 * reads that from the table. Neither a cache nor a map: what counts is that no event is missing between two others.
 */
export interface RecentEvents {
  /** `bytes` is what they take together: much of it makes room for itself first. */
  add(events: readonly RecordedEvent[], bytes: number): void;
  /** The events right after this position, or nothing when they are not all here. */
  after(position: number, limit: number): readonly RecordedEvent[];
  /** True when events after this position are missing here: others wrote them. */
  hasGapAfter(position: number): boolean;
  readonly hasFollowers: boolean;
  onAdded(listener: () => void): () => void;
}

const KEPT = 2_000;
/** An import is kept for whoever follows, but not several of them. */
const LARGE_BYTES = 1024 * 1024;

export function recentEvents(): RecentEvents {
  let events: RecordedEvent[] = [];
  const listeners = new Set<() => void>();
  return {
    add(added, bytes) {
      const first = added[0];
      // Nobody follows in this process: nothing to keep for.
      if (!first || listeners.size === 0) return;
      const last = events.at(-1);
      if (bytes > LARGE_BYTES || (last && last.position + 1 !== first.position)) events = [];
      events.push(...added);
      if (events.length > 2 * KEPT) events = events.slice(-KEPT);
      listeners.forEach((listener) => listener());
    },
    after(position, limit) {
      const start = events[0]?.position;
      if (start === undefined || position < start - 1) return [];
      const index = position - start + 1;
      return events.slice(index, index + limit);
    },
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
