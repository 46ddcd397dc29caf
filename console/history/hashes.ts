/** The hashes of a chain in one piece of memory, 32 bytes each, so that one that was noted years ago is found again. */

const BYTES = 32;

export type Hashes = Uint8Array<ArrayBuffer>;

export function gatherHashes(): { add(hash: string): void; all(): Hashes } {
  let kept = new Uint8Array(BYTES * 1024);
  let count = 0;
  return {
    add(hash) {
      if ((count + 1) * BYTES > kept.length) {
        const larger = new Uint8Array(2 * kept.length);
        larger.set(kept);
        kept = larger;
      }
      kept.set(bytesOf(hash), count * BYTES);
      count += 1;
    },
    all: () => kept.slice(0, count * BYTES),
  };
}

const bytesOf = (hash: string): readonly number[] =>
  Array.from({ length: BYTES }, (_, index) => parseInt(hash.slice(2 * index, 2 * index + 2), 16));

/** The revision whose event has the hash; null: none has. */
export function revisionOf(hash: string, hashes: Hashes): number | null {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null;
  const sought = bytesOf(hash);
  for (let place = 0; place < hashes.length; place += BYTES)
    if (sought.every((byte, index) => hashes[place + index] === byte)) return place / BYTES;
  return null;
}
