import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Progress } from '../engine/progress.ts';
import { readFeedHead, type FeedHead } from './queries.ts';

/** Head of the feed of a company file; without a promise if it is cached. */
export type FeedHeads = (companyId: number) => FeedHead | Promise<FeedHead>;

const MOST_REMEMBERED = 10_000;

interface Remembered {
  readonly position: number;
  /** Concurrent requests wait for the same promise. */
  head: FeedHead | Promise<FeedHead>;
}

/**
 * Most polls find nothing new and need not query the database. A cached head is valid as long as the position of the
 * tables does not change, which is certain only if this process projects them and no other process serves.
 */
export function cacheFeedHeads(pool: pg.Pool, progress: Pick<Progress, 'position'>, isAlone: () => boolean): FeedHeads {
  const known = new LRUCache<number, Remembered>({ max: MOST_REMEMBERED });
  return (companyId) => {
    const { position } = progress;
    const remembered = isAlone() ? known.get(companyId) : undefined;
    if (remembered?.position === position) return remembered.head;
    const head = readFeedHead(pool, companyId);
    const asked: Remembered = { position, head };
    known.set(companyId, asked);
    head.then(
      (found) => (asked.head = found),
      // A failure affects only the requests waiting for it; it is not cached.
      () => known.get(companyId) === asked && known.delete(companyId),
    );
    return head;
  };
}
