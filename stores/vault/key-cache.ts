import type { PersonalKey } from './personal-key.ts';

/**
 * Keys in memory. They count only while it is known that none of them has been destroyed: until a moment that every
 * reading of the vault moves forward.
 */
export interface KeyCache {
  /** Null for a destroyed key, undefined for one that must be read. */
  find(id: string): PersonalKey | null | undefined;
  put(id: string, key: PersonalKey | null): void;
  /** The keys of these ids were destroyed. */
  drop(ids: readonly string[]): void;
  /** Number of the last erasure that the cache knows. */
  readonly number: number;
  /** Everything up to this erasure is known, and was so at this time on the monotonic clock. */
  confirm(number: number, at: number): void;
  /** Something has changed: nothing counts until the vault has been read again. */
  doubt(): void;
  readonly size: number;
}

/** Keys in memory are dropped within a second after their destruction. */
const TRUSTED_MS = 900;

export function createKeyCache(limit: number, startNumber: number): KeyCache {
  const keys = new Map<string, PersonalKey | null>();
  let trustedUntil = -Infinity;
  let doubtedAt = -Infinity;
  let number = startNumber;
  const put = (id: string, key: PersonalKey | null): void => {
    keys.set(id, key);
    if (keys.size > limit) keys.delete(keys.keys().next().value!);
  };
  return {
    find: (id) => (performance.now() < trustedUntil ? keys.get(id) : undefined),
    put,
    drop(ids) {
      for (const id of ids) if (keys.has(id)) keys.set(id, null);
    },
    get number() {
      return number;
    },
    confirm(last, at) {
      number = Math.max(number, last);
      if (at > doubtedAt) trustedUntil = Math.max(trustedUntil, at + TRUSTED_MS);
    },
    doubt() {
      doubtedAt = performance.now();
      trustedUntil = -Infinity;
    },
    get size() {
      return keys.size;
    },
  };
}
