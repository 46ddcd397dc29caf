import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Progress } from '../engine/progress.ts';
import { feedHead, type FeedHead } from './queries.ts';

/** Where the feed of a company file stands; without a promise when it is known. */
export type FeedHeads = (companyId: number) => FeedHead | Promise<FeedHead>;

const MOST_REMEMBERED = 10_000;

interface Remembered {
  readonly position: number;
  /** Those who ask while it is being found out wait for the same answer. */
  head: FeedHead | Promise<FeedHead>;
}

/**
 * Most polls find nothing: they need not ask the database. What is remembered holds for as long as the tables stand where they
 * stood, which is known for certain only where this process makes them and nobody else serves.
 */
export function rememberFeedHeads(
  pool: pg.Pool,
  progress: Pick<Progress, 'position'>,
  isAlone: () => boolean,
): FeedHeads {
  const known = new LRUCache<number, Remembered>({ max: MOST_REMEMBERED });
  return (companyId) => {
    const { position } = progress;
    const remembered = isAlone() ? known.get(companyId) : undefined;
    if (remembered?.position === position) return remembered.head;
    const head = feedHead(pool, companyId);
    const asked: Remembered = { position, head };
    known.set(companyId, asked);
    head.then(
      (found) => (asked.head = found),
      // A failure is of those who wait for it, and of nobody after them.
      () => known.get(companyId) === asked && known.delete(companyId),
    );
    return head;
  };
}
