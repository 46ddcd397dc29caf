import { LRUCache } from 'lru-cache';

/**
 * The event ids of the last events of the streams in use. EventStoreDB compares an append with the past only when it is
 * made below the current revision; one that is made again at the current revision, by a writer that has since read
 * the stream, would be stored a second time. So the engine knows the recent ids of a stream before it appends to it.
 */

/** An id is recognised among at least so many of the last events of its stream. */
export const REMEMBERED_EVENTS = 500;
/** Streams beyond this many are forgotten, the one that was not used for longest first. */
const REMEMBERED_STREAMS = 250;

export interface RememberedIds {
  note(stream: string, revision: number, id: string): void;
  /** Revision of the event with this id, when it is remembered. */
  find(stream: string, id: string): number | undefined;
  /** Whether the ids of the last events up to this revision are all known. */
  covers(stream: string, revision: number): boolean;
}

interface Range {
  /** A map of our own: it is bounded by revision, not by use. */
  readonly revisions: Map<string, number>;
  from: number;
  to: number;
}

export function createRememberedIds(): RememberedIds {
  const ranges = new LRUCache<string, Range>({ max: REMEMBERED_STREAMS });

  function start(stream: string, revision: number): Range {
    const range = { revisions: new Map<string, number>(), from: revision, to: revision };
    ranges.set(stream, range);
    return range;
  }

  return {
    note(stream, revision, id) {
      let range = ranges.get(stream);
      if (range === undefined || revision > range.to + 1) range = start(stream, revision);
      else if (revision < range.from - 1) return;
      range.from = Math.min(range.from, revision);
      range.to = Math.max(range.to, revision);
      range.revisions.set(id, revision);
      if (range.revisions.size >= 2 * REMEMBERED_EVENTS) forgetOldest(range);
    },
    find: (stream, id) => ranges.get(stream)?.revisions.get(id),
    covers(stream, revision) {
      const range = ranges.get(stream);
      return range !== undefined && revision <= range.to && range.from <= firstToRemember(revision);
    },
  };
}

export function firstToRemember(revision: number): number {
  return Math.max(0, revision - REMEMBERED_EVENTS + 1);
}

function forgetOldest(range: Range): void {
  range.from = firstToRemember(range.to);
  for (const [id, revision] of range.revisions) {
    if (revision < range.from) range.revisions.delete(id);
  }
}
