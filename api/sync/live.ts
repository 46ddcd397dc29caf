import { LRUCache } from 'lru-cache';
import type { LiveHeads } from '../../projections/sync/live-heads.ts';
import { buildRefusal, type HttpRefusal } from '../http/reply/errors.ts';

/** Clients that wait for changes: streams and long polls. */
export interface LiveFeed extends LiveHeads {
  /** Aborted when the process stops. */
  readonly stopping: AbortSignal;
  /** Counts a stream of a token until the returned function is called, or refuses it. */
  begin(tokenId: number): (() => void) | HttpRefusal;
  /** Whether one more client may wait. */
  hasRoom(): boolean;
  /** Those who ask for the same shortly after each other get the same answer: a change is read once for all streams. */
  share<T>(key: string, read: () => Promise<T>): Promise<T>;
}

export const MOST_OF_TOKEN = 20;
export const MOST_OF_PROCESS = 1_000;
const RETRY_AFTER_SECONDS = 15;
const SHARED_MS = 500;
const MOST_SHARED = 200;

export function createLiveFeed(heads: LiveHeads, stopping: AbortSignal, most = MOST_OF_PROCESS): LiveFeed {
  const open = new Map<number, number>();
  const shared = new LRUCache<string, Promise<unknown>>({ max: MOST_SHARED, ttl: SHARED_MS });
  let total = 0;
  const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
  return {
    waitBeyond: (...given) => heads.waitBeyond(...given),
    get waiting() {
      return heads.waiting;
    },
    stopping,
    hasRoom: () => !stopping.aborted && heads.waiting < most,
    share<T>(key: string, read: () => Promise<T>): Promise<T> {
      const known = shared.get(key) as Promise<T> | undefined;
      if (known) return known;
      const reading = read();
      shared.set(key, reading);
      reading.catch(() => shared.delete(key));
      return reading;
    },
    begin(tokenId) {
      const own = open.get(tokenId) ?? 0;
      if (own >= MOST_OF_TOKEN)
        return buildRefusal('rate_limited', { params: { seconds: RETRY_AFTER_SECONDS }, headers });
      if (total >= most || stopping.aborted) return buildRefusal('overloaded', { headers });
      total += 1;
      open.set(tokenId, own + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        total -= 1;
        const left = open.get(tokenId)! - 1;
        if (left === 0) open.delete(tokenId);
        else open.set(tokenId, left);
      };
    },
  };
}
