import type { Kind } from '../../stores/support/aggregates.ts';
import type { Lane } from './lane.ts';

/** The members of a lane that do not depend on its kind. */
export type CachedLane = Pick<Lane<Kind>, 'isIdle' | 'bytes' | 'waitUntilIdle' | 'leaveMemory' | 'forgetState'>;

/** The lanes in memory, least recently used first, within a budget in bytes. */
export interface LaneCache {
  /** Returns the lane of the stream, which is then the most recently used one. */
  getOrCreate(stream: string, create: (onSettled: () => void) => CachedLane): CachedLane;
  /** Undefined if the lane of the stream is not in memory. */
  find(stream: string): CachedLane | undefined;
  list(): Iterable<CachedLane>;
  readonly size: number;
  /** Estimated memory of all lanes. */
  readonly bytes: number;
}

interface Cached {
  readonly lane: CachedLane;
  /** The part of the total that is counted for this lane. */
  bytes: number;
}

/**
 * A library cache does not fit: the size of a lane changes while it is cached, and a lane with pending work must not be
 * evicted. The total is kept up to date, so that a new lane costs the same for any number of lanes.
 */
export function createLaneCache(maxBytes: number): LaneCache {
  const lanes = new Map<string, Cached>();
  let total = 0;

  function measureLane(stream: string, cached: Cached): void {
    if (lanes.get(stream) !== cached) return; // evicted while something still read its state
    total += cached.lane.bytes - cached.bytes;
    cached.bytes = cached.lane.bytes;
    evictLanes();
  }

  /** The most recently used lane stays, however large it is: it would be loaded again at once. */
  function evictLanes(): void {
    if (total <= maxBytes) return;
    let left = lanes.size;
    for (const [stream, { lane, bytes }] of lanes) {
      left -= 1;
      if (left === 0 || total <= maxBytes) return;
      if (!lane.isIdle) continue;
      lanes.delete(stream);
      total -= bytes;
      lane.leaveMemory();
    }
  }

  return {
    getOrCreate(stream, create) {
      let cached = lanes.get(stream);
      if (cached) {
        lanes.delete(stream);
      } else {
        const lane = create(() => cached && measureLane(stream, cached));
        cached = { lane, bytes: lane.bytes };
        total += cached.bytes;
      }
      lanes.set(stream, cached);
      evictLanes();
      return cached.lane;
    },
    find: (stream) => lanes.get(stream)?.lane,
    *list() {
      for (const { lane } of lanes.values()) yield lane;
    },
    get size() {
      return lanes.size;
    },
    get bytes() {
      return total;
    },
  };
}
