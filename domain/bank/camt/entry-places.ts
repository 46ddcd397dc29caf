import type { Steps } from '../../steps.ts';
import type { Movement } from '../statement.ts';

type Place = NonNullable<Movement['place']>;

const OPEN = /<(?:[A-Za-z_][\w.-]*:)?Ntry[\s>]/g;
const CLOSE = /<\/(?:[A-Za-z_][\w.-]*:)?Ntry\s*>/g;

/**
 * Where each entry stands in the file, so that it can be shown as the bank wrote it. One character a byte keeps the places;
 * names of elements are the same in every encoding of one byte a letter. Null where what is found is not what was read.
 */
export function* entryPlaces(bytes: Uint8Array, count: number): Steps<readonly Place[] | null> {
  const text = new TextDecoder('latin1').decode(bytes);
  const places: Place[] = [];
  // Of its own, because it remembers where it is and others read files of theirs in between.
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
