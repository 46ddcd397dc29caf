/**
 * An immutable map: `with` returns a new map that shares almost everything with the old one. The state of a company file
 * holds tens of thousands of records, and several commands are decided on it before the first is known to be written. So
 * earlier states must stay usable, and new ones must be cheap.
 *
 * Two layers: a large one shared by many versions, and a small overlay that is copied at each change. When the overlay
 * outgrows the square root of the large layer, or many times the number of entries added at once, both are merged into a
 * new large layer. Below them there may be entries that several maps share, such as a chart of accounts.
 */
export interface PersistentMap<K, V> {
  readonly size: number;
  /** Number of entries that this map holds itself, beside those it shares with other maps. */
  readonly ownSize: number;
  get(key: K): V | undefined;
  has(key: K): boolean;
  with(key: K, value: V): PersistentMap<K, V>;
  withAll(entries: Iterable<readonly [K, V]>): PersistentMap<K, V>;
  without(key: K): PersistentMap<K, V>;
  entries(): IterableIterator<[K, V]>;
  /** Without the entries that it shares with other maps. */
  ownEntries(): IterableIterator<[K, V]>;
  values(): IterableIterator<V>;
}

/** A mutable map over an immutable one, for use within a single loop. */
export interface DraftMap<K, V> extends PersistentMap<K, V> {
  put(key: K, value: V): void;
}

const REMOVED = Symbol('removed');
type Changes<K, V> = ReadonlyMap<K, V | typeof REMOVED>;

/** Entries that many maps share in memory. */
export interface SharedEntries<K, V> {
  readonly size: number;
  get(key: K): V | undefined;
  entries(): Iterable<[K, V]>;
}

const NOTHING_SHARED: SharedEntries<never, never> = { size: 0, get: () => undefined, entries: () => [] };
const NO_CHANGES: Changes<never, never> = new Map<never, never>();

export function createEmptyMap<K, V>(): PersistentMap<K, V> {
  return new LayeredMap<K, V>(NOTHING_SHARED, NO_CHANGES, NO_CHANGES, 0);
}

export function toPersistentMap<K, V>(entries: Iterable<readonly [K, V]>): PersistentMap<K, V> {
  const base = new Map(entries);
  return base.size === 0 ? createEmptyMap() : new LayeredMap<K, V>(NOTHING_SHARED, base, NO_CHANGES, base.size);
}

/** A map that begins with shared entries; only what differs from them takes memory. */
export function toMapOver<K, V>(
  shared: SharedEntries<K, V>,
  entries: Iterable<readonly [K, V]>,
  without: Iterable<K> = [],
): PersistentMap<K, V> {
  const own = new Map<K, V | typeof REMOVED>();
  for (const key of without) if (shared.get(key) !== undefined) own.set(key, REMOVED);
  for (const [key, value] of entries) own.set(key, value);
  let { size } = shared;
  for (const [key, value] of own) size += Number(value !== REMOVED) - Number(shared.get(key) !== undefined);
  return new LayeredMap(shared, own.size === 0 ? NO_CHANGES : own, NO_CHANGES, size);
}

export function createDraftMap<K, V>(base: PersistentMap<K, V>): DraftMap<K, V> {
  const added = new Map<K, V>();
  const freezeDraft = (): PersistentMap<K, V> => base.withAll(added);
  const draft: DraftMap<K, V> = {
    get size() {
      return freezeDraft().size;
    },
    get ownSize() {
      return freezeDraft().ownSize;
    },
    put: (key, value) => void added.set(key, value),
    get: (key) => added.get(key) ?? base.get(key),
    has: (key) => added.has(key) || base.has(key),
    with: (key, value) => freezeDraft().with(key, value),
    withAll: (entries) => freezeDraft().withAll(entries),
    without: (key) => freezeDraft().without(key),
    entries: () => freezeDraft().entries(),
    ownEntries: () => freezeDraft().ownEntries(),
    values: () => freezeDraft().values(),
  };
  return draft;
}

/** A class, because a company file has dozens of maps and the closures of one would take half a kilobyte. */
class LayeredMap<K, V> implements PersistentMap<K, V> {
  readonly #shared: SharedEntries<K, V>;
  readonly #base: Changes<K, V>;
  readonly #overlay: Changes<K, V>;
  readonly size: number;

  constructor(shared: SharedEntries<K, V>, base: Changes<K, V>, overlay: Changes<K, V>, size: number) {
    this.#shared = shared;
    this.#base = base;
    this.#overlay = overlay;
    this.size = size;
  }

  get ownSize(): number {
    return this.#base.size + this.#overlay.size;
  }

  get(key: K): V | undefined {
    const found = this.#overlay.get(key) ?? this.#base.get(key);
    if (found === REMOVED) return undefined;
    return found === undefined ? this.#shared.get(key) : found;
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  with(key: K, value: V): PersistentMap<K, V> {
    return this.#apply([[key, value]]);
  }

  withAll(added: Iterable<readonly [K, V]>): PersistentMap<K, V> {
    return this.#apply(added);
  }

  without(key: K): PersistentMap<K, V> {
    return this.get(key) === undefined ? this : this.#apply([[key, REMOVED]]);
  }

  *entries(): IterableIterator<[K, V]> {
    for (const [key, value] of this.#shared.entries())
      if (!this.#overlay.has(key) && !this.#base.has(key)) yield [key, value];
    yield* this.ownEntries();
  }

  *ownEntries(): IterableIterator<[K, V]> {
    for (const [key, value] of this.#base) if (value !== REMOVED && !this.#overlay.has(key)) yield [key, value];
    for (const [key, value] of this.#overlay) if (value !== REMOVED) yield [key, value];
  }

  *values(): IterableIterator<V> {
    for (const [, value] of this.entries()) yield value;
  }

  #apply(changes: Iterable<readonly [K, V | typeof REMOVED]>): PersistentMap<K, V> {
    const next = new Map<K, V | typeof REMOVED>(this.#overlay);
    let { size } = this;
    let added = 0;
    for (const [key, value] of changes) {
      added += 1;
      const known = next.get(key) ?? this.#base.get(key) ?? this.#shared.get(key);
      size += Number(value !== REMOVED) - Number(known !== undefined && known !== REMOVED);
      next.set(key, value);
    }
    if (added === 0) return this;
    if (next.size <= Math.max(32, 2 * Math.sqrt(this.#base.size), 8 * added))
      return new LayeredMap(this.#shared, this.#base, next, size);
    return new LayeredMap(this.#shared, this.#mergeLayers(next), NO_CHANGES, size);
  }

  #mergeLayers(overlay: Changes<K, V>): Changes<K, V> {
    const merged = new Map<K, V | typeof REMOVED>(this.#base);
    for (const [key, value] of overlay) {
      if (value === REMOVED && this.#shared.get(key) === undefined) merged.delete(key);
      else merged.set(key, value);
    }
    return merged;
  }
}
