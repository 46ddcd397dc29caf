import { isLasting } from '../../domain/json.ts';
import type { Resource } from '../../domain/records/resource.ts';
import { toSearchable } from '../../domain/text.ts';

/**
 * Search text: the fields that the resource names, without accents and case; numbers also without their separators.
 * Sorted, because translations come in one order from the event and in another from the table, and the row must not
 * depend on its source.
 */
export function buildRecordSearchText(resource: Resource, data: Readonly<Record<string, unknown>>): string {
  if (!isLasting(data)) return normalizeTexts(collectSearchedTexts(resource, data));
  let search = lastingSearches.get(data);
  if (search === undefined) lastingSearches.set(data, (search = normalizeTexts(collectSearchedTexts(resource, data))));
  return search;
}

const lastingSearches = new WeakMap<object, string>();

function collectSearchedTexts(resource: Resource, data: Readonly<Record<string, unknown>>): string[] {
  const texts: string[] = [];
  for (const name of getSearchedFields(resource)) {
    const value = data[name];
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) if (typeof part === 'string') texts.push(part);
  }
  return texts;
}

/** Most company files use the accounts of the same few charts, which a replay of the log meets again for each file. */
const remembered = new Map<string, string>();
const MOST_REMEMBERED = 8_192;
/** Longer texts are not accounts. */
const LONGEST_REMEMBERED = 500;

function normalizeTexts(originals: readonly string[]): string {
  const key = originals.join('\0');
  let words = remembered.get(key);
  if (words === undefined) {
    const texts = originals.map(toSearchable);
    const numbers = texts.map(compactNumber).filter((number) => number !== null);
    words = [...new Set([...texts, ...numbers])].sort().join('\n');
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    if (key.length <= LONGEST_REMEMBERED) remembered.set(key, words);
  }
  return words;
}

const searched = new Map<Resource, readonly string[]>();

function getSearchedFields(resource: Resource): readonly string[] {
  let names = searched.get(resource);
  if (!names) {
    names =
      resource.searched ??
      Object.entries(resource.fields)
        .filter(([, { kind }]) => kind === 'text' || kind === 'labels' || kind === 'list')
        .map(([name]) => name);
    searched.set(resource, names);
  }
  return names;
}

const SEPARATORS = /[\s./()+-]/g;
/** Short numbers such as years and house numbers have no separators. */
const FEWEST_DIGITS = 5;

/** Removes the separators of a number: `be 0477.472.701` → `be0477472701`. Null if it is not a number or has no separators. */
export function compactNumber(text: string): string | null {
  const compact = text.replace(SEPARATORS, '');
  if (compact === text || !/^[a-z]{0,4}\d[a-z0-9]*$/.test(compact)) return null;
  return compact.replace(/[a-z]/g, '').length >= FEWEST_DIGITS ? compact : null;
}
