/**
 * A map that is never changed: `with` gives a new one and leaves the old as it was, sharing almost all of it.
 * State of a company file holds tens of thousands of records, and several commands decide on it before the first of
 * them is known to be written, so an earlier state must stay usable and a later one must be cheap.
 *
 * Two layers: a large one that many versions share, and a small overlay that is copied at each change; when the
 * overlay outgrows the square root of the large layer, or many times what was added at once, both are merged into a new
 * large one.
 */
export interface PersistentMap<K, V> {
  readonly size: number;
  get(key: K): V | undefined;
  has(key: K): boolean;
  with(key: K, value: V): PersistentMap<K, V>;
  withAll(entries: Iterable<readonly [K, V]>): PersistentMap<K, V>;
  without(key: K): PersistentMap<K, V>;
  entries(): IterableIterator<[K, V]>;
  values(): IterableIterator<V>;
}

/** A map that takes additions in place, over one that stays as it was: for a loop that nobody else looks into. */
export interface DraftMap<K, V> extends PersistentMap<K, V> {
  put(key: K, value: V): void;
}

const REMOVED = Symbol('removed');
type Overlay<K, V> = ReadonlyMap<K, V | typeof REMOVED>;

export function emptyMap<K, V>(): PersistentMap<K, V> {
  return layered<K, V>(new Map<K, V>(), new Map<K, V>(), 0);
}

export function mapOf<K, V>(entries: Iterable<readonly [K, V]>): PersistentMap<K, V> {
  const base = new Map(entries);
  return layered<K, V>(base, new Map<K, V>(), base.size);
}

export function draftOf<K, V>(base: PersistentMap<K, V>): DraftMap<K, V> {
  const added = new Map<K, V>();
  const frozen = (): PersistentMap<K, V> => base.withAll(added);
  const draft: DraftMap<K, V> = {
    get size() {
      return frozen().size;
    },
    put: (key, value) => void added.set(key, value),
    get: (key) => added.get(key) ?? base.get(key),
    has: (key) => added.has(key) || base.has(key),
    with: (key, value) => frozen().with(key, value),
    withAll: (entries) => frozen().withAll(entries),
    without: (key) => frozen().without(key),
    entries: () => frozen().entries(),
    values: () => frozen().values(),
  };
  return draft;
}

function layered<K, V>(base: ReadonlyMap<K, V>, overlay: Overlay<K, V>, size: number): PersistentMap<K, V> {
  const get = (key: K): V | undefined => {
    const recent = overlay.get(key);
    if (recent === REMOVED) return undefined;
    return recent === undefined ? base.get(key) : recent;
  };
  function* entries(): IterableIterator<[K, V]> {
    for (const [key, value] of base) if (!overlay.has(key)) yield [key, value];
    for (const [key, value] of overlay) if (value !== REMOVED) yield [key, value];
  }
  const change = (changes: Iterable<readonly [K, V | typeof REMOVED]>): PersistentMap<K, V> => {
    const next = new Map(overlay);
    let nextSize = size;
    let added = 0;
    for (const [key, value] of changes) {
      added += 1;
      const before = next.has(key) ? next.get(key) !== REMOVED : base.has(key);
      nextSize += Number(value !== REMOVED) - Number(before);
      next.set(key, value);
    }
    if (next.size <= Math.max(32, 2 * Math.sqrt(base.size), 8 * added)) return layered(base, next, nextSize);
    const merged = new Map(base);
    for (const [key, value] of next) {
      if (value === REMOVED) merged.delete(key);
      else merged.set(key, value);
    }
    return layered(merged, new Map<K, V>(), nextSize);
  };
  return {
    size,
    get,
    has: (key) => get(key) !== undefined,
    with: (key, value) => change([[key, value]]),
    withAll: (added) => change(added),
    without: (key) => (get(key) === undefined ? layered(base, overlay, size) : change([[key, REMOVED]])),
    entries,
    *values() {
      for (const [, value] of entries()) yield value;
    },
  };
}
