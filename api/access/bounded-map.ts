/** A map that forgets its oldest entries beyond a size. */
export function bounded<K, V>(most: number) {
  const entries = new Map<K, V>();
  return {
    get: (key: K): V | undefined => entries.get(key),
    set(key: K, value: V): void {
      entries.set(key, value);
      if (entries.size > most) entries.delete(entries.keys().next().value!);
    },
    delete: (key: K): boolean => entries.delete(key),
    deleteWhere(condition: (value: V) => boolean): void {
      for (const [key, value] of entries) if (condition(value)) entries.delete(key);
    },
    clear: (): void => entries.clear(),
  };
}
