/** Stores the hashes of a chain in one block of memory, 32 bytes each, so that a hash noted earlier can be found. */

const BYTES = 32;

export type Hashes = Uint8Array<ArrayBuffer>;

export function collectHashes(): { add(hash: string): void; getAll(): Hashes } {
  let kept = new Uint8Array(BYTES * 1024);
  let count = 0;
  return {
    add(hash) {
      if ((count + 1) * BYTES > kept.length) {
        const larger = new Uint8Array(2 * kept.length);
        larger.set(kept);
        kept = larger;
      }
      kept.set(toBytes(hash), count * BYTES);
      count += 1;
    },
    getAll: () => kept.slice(0, count * BYTES),
  };
}

const toBytes = (hash: string): readonly number[] =>
  Array.from({ length: BYTES }, (_, index) => parseInt(hash.slice(2 * index, 2 * index + 2), 16));

/** Finds the revision of the event with this hash. Null if there is none. */
export function findRevision(hash: string, hashes: Hashes): number | null {
  if (!/^[0-9a-f]{64}$/.test(hash)) return null;
  const sought = toBytes(hash);
  for (let place = 0; place < hashes.length; place += BYTES)
    if (sought.every((byte, index) => hashes[place + index] === byte)) return place / BYTES;
  return null;
}
