import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { extractBearerToken } from './bearer-token.ts';

/** Highest position in the log that each token has written or read through this process. */
export interface SeenPositions {
  /** Less than any position if the token has seen nothing. */
  get(tokenId: number): number;
  /** Returns the highest position that the token has seen. */
  note(tokenId: number, position: number): number;
  /** Notes the position in the answer of another process, to which a request was forwarded. */
  noteAnswer(request: IncomingHttpHeaders, position: string | undefined): void;
}

export const POSITION_HEADER = 'X-Position';
export const NOTHING_SEEN = -1;
const MOST_TOKENS = 100_000;

export function createSeenPositions(): SeenPositions {
  // Room for `max` would be set aside at once; a size is only counted.
  const seen = new LRUCache<number, number>({ maxSize: MOST_TOKENS, sizeCalculation: () => 1 });
  const get = (tokenId: number): number => seen.get(tokenId) ?? NOTHING_SEEN;
  const note = (tokenId: number, position: number): number => {
    const highest = Math.max(get(tokenId), position);
    seen.set(tokenId, highest);
    return highest;
  };
  return {
    get,
    note,
    noteAnswer(request, told) {
      const position = Number(told ?? NaN);
      // The other process has checked the token.
      const tokenId = Number.parseInt(extractBearerToken(request.authorization ?? '') ?? '', 10);
      if (Number.isSafeInteger(position) && Number.isSafeInteger(tokenId)) note(tokenId, position);
    },
  };
}
