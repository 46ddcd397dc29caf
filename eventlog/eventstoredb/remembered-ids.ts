import { LRUCache } from 'lru-cache';

/**
 * Ids of the last events of the streams in use. EventStoreDB detects a repeated append only if it is made below the
 * current revision. A repetition at the current revision, by a writer that has read the stream again, would be stored a
 * second time. Therefore the engine knows the recent ids of a stream before it appends.
 */

/** An id is recognised among at least this many last events of its stream. */
export const REMEMBERED_EVENTS = 500;
/** Beyond this number, the least recently used stream is forgotten. */
const REMEMBERED_STREAMS = 250;

export interface RememberedIds {
  remember(stream: string, revision: number, id: string): void;
  /** Revision of the event with this id, if remembered. */
  findRevision(stream: string, id: string): number | undefined;
  /** Whether the ids of all recent events up to this revision are known. */
  hasRecentUpTo(stream: string, revision: number): boolean;
}

interface Range {
  /** A plain map, because it is bounded by revision and not by use. */
  readonly revisions: Map<string, number>;
  from: number;
  to: number;
}

export function createRememberedIds(): RememberedIds {
  const ranges = new LRUCache<string, Range>({ max: REMEMBERED_STREAMS });

  function startRange(stream: string, revision: number): Range {
    const range = { revisions: new Map<string, number>(), from: revision, to: revision };
    ranges.set(stream, range);
    return range;
  }

  return {
    remember(stream, revision, id) {
      let range = ranges.get(stream);
      if (range === undefined || revision > range.to + 1) range = startRange(stream, revision);
      else if (revision < range.from - 1) return;
      range.from = Math.min(range.from, revision);
      range.to = Math.max(range.to, revision);
      range.revisions.set(id, revision);
      if (range.revisions.size >= 2 * REMEMBERED_EVENTS) forgetOldest(range);
    },
    findRevision: (stream, id) => ranges.get(stream)?.revisions.get(id),
    hasRecentUpTo(stream, revision) {
      const range = ranges.get(stream);
      return range !== undefined && revision <= range.to && range.from <= getFirstRemembered(revision);
    },
  };
}

export function getFirstRemembered(revision: number): number {
  return Math.max(0, revision - REMEMBERED_EVENTS + 1);
}

function forgetOldest(range: Range): void {
  range.from = getFirstRemembered(range.to);
  for (const [id, revision] of range.revisions) {
    if (revision < range.from) range.revisions.delete(id);
  }
}
