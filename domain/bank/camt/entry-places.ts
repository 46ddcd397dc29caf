import type { Steps } from '../../steps.ts';
import type { Movement } from '../statement.ts';

type Place = NonNullable<Movement['place']>;

const OPEN = /<(?:[A-Za-z_][\w.-]*:)?Ntry[\s>]/g;
const CLOSE = /<\/(?:[A-Za-z_][\w.-]*:)?Ntry\s*>/g;

/**
 * Position of each entry in the file, so that it can be shown as the bank wrote it. Decoding one character per byte
 * preserves positions; element names are the same in every single-byte encoding. Null if the number of entries does not
 * match.
 */
export function* findEntryPlaces(bytes: Uint8Array, count: number): Steps<readonly Place[] | null> {
  const text = new TextDecoder('latin1').decode(bytes);
  const places: Place[] = [];
  // A separate instance, because it holds a position and other files are read in between.
  const ends = new RegExp(CLOSE);
  for (const { index } of text.matchAll(OPEN)) {
    ends.lastIndex = index;
    if (!ends.test(text)) return null;
    places.push([index, ends.lastIndex - index]);
    if (places.length > count) return null;
    yield;
  }
  return places.length === count ? places : null;
}
