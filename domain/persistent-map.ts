/**
 * An immutable map: `with` returns a new map that shares almost everything with the old one. The state of a company file
 * holds tens of thousands of records, and several commands are decided on it before the first is known to be written. So
 * earlier states must stay usable, and new ones must be cheap.
 *
 * Two layers: a large one shared by many versions, and a small overlay that is copied at each change. When the overlay
 * outgrows the square root of the large layer, or many times the number of entries added at once, both are merged into a
 * new large layer.
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

/** A mutable map over an immutable one, for use within a single loop. */
export interface DraftMap<K, V> extends PersistentMap<K, V> {
  put(key: K, value: V): void;
}

const REMOVED = Symbol('removed');
type Overlay<K, V> = ReadonlyMap<K, V | typeof REMOVED>;

export function createEmptyMap<K, V>(): PersistentMap<K, V> {
  return createLayeredMap<K, V>(new Map<K, V>(), new Map<K, V>(), 0);
}

export function toPersistentMap<K, V>(entries: Iterable<readonly [K, V]>): PersistentMap<K, V> {
  const base = new Map(entries);
  return createLayeredMap<K, V>(base, new Map<K, V>(), base.size);
}

export function createDraftMap<K, V>(base: PersistentMap<K, V>): DraftMap<K, V> {
  const added = new Map<K, V>();
  const freezeDraft = (): PersistentMap<K, V> => base.withAll(added);
  const draft: DraftMap<K, V> = {
    get size() {
      return freezeDraft().size;
    },
    put: (key, value) => void added.set(key, value),
    get: (key) => added.get(key) ?? base.get(key),
    has: (key) => added.has(key) || base.has(key),
    with: (key, value) => freezeDraft().with(key, value),
    withAll: (entries) => freezeDraft().withAll(entries),
    without: (key) => freezeDraft().without(key),
    entries: () => freezeDraft().entries(),
    values: () => freezeDraft().values(),
  };
  return draft;
}

function createLayeredMap<K, V>(base: ReadonlyMap<K, V>, overlay: Overlay<K, V>, size: number): PersistentMap<K, V> {
  const get = (key: K): V | undefined => {
    const recent = overlay.get(key);
    if (recent === REMOVED) return undefined;
    return recent === undefined ? base.get(key) : recent;
  };
  function* entries(): IterableIterator<[K, V]> {
    for (const [key, value] of base) if (!overlay.has(key)) yield [key, value];
    for (const [key, value] of overlay) if (value !== REMOVED) yield [key, value];
  }
  const applyChanges = (changes: Iterable<readonly [K, V | typeof REMOVED]>): PersistentMap<K, V> => {
    const next = new Map(overlay);
    let nextSize = size;
    let added = 0;
    for (const [key, value] of changes) {
      added += 1;
      const before = next.has(key) ? next.get(key) !== REMOVED : base.has(key);
      nextSize += Number(value !== REMOVED) - Number(before);
      next.set(key, value);
    }
    if (next.size <= Math.max(32, 2 * Math.sqrt(base.size), 8 * added)) return createLayeredMap(base, next, nextSize);
    const merged = new Map(base);
    for (const [key, value] of next) {
      if (value === REMOVED) merged.delete(key);
      else merged.set(key, value);
    }
    return createLayeredMap(merged, new Map<K, V>(), nextSize);
  };
  return {
    size,
    get,
    has: (key) => get(key) !== undefined,
    with: (key, value) => applyChanges([[key, value]]),
    withAll: (added) => applyChanges(added),
    without: (key) => (get(key) === undefined ? createLayeredMap(base, overlay, size) : applyChanges([[key, REMOVED]])),
    entries,
    *values() {
      for (const [, value] of entries()) yield value;
    },
  };
}
