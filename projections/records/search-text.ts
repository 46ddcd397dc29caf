import { isLasting } from '../../domain/json.ts';
import type { Resource } from '../../domain/records/resource.ts';
import { searchable } from '../../domain/text.ts';

/**
 * Text that a search looks through: the fields that the resource names, without accents and case, and what has digits also
 * without its separators. Sorted, because translations come in one order from the event and in another from the table,
 * and the row must not depend on where it was found.
 */
export function searchText(resource: Resource, data: Readonly<Record<string, unknown>>): string {
  if (!isLasting(data)) return wordsOf(searchedTexts(resource, data));
  let search = lastingSearches.get(data);
  if (search === undefined) lastingSearches.set(data, (search = wordsOf(searchedTexts(resource, data))));
  return search;
}

const lastingSearches = new WeakMap<object, string>();

function searchedTexts(resource: Resource, data: Readonly<Record<string, unknown>>): string[] {
  const texts: string[] = [];
  for (const name of searchedFields(resource)) {
    const value = data[name];
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) if (typeof part === 'string') texts.push(part);
  }
  return texts;
}

/** Most company files have the accounts of the same few charts, which a replay of the log meets again with each of them. */
const remembered = new Map<string, string>();
const MOST_REMEMBERED = 8_192;
/** What is longer is no account. */
const LONGEST_REMEMBERED = 500;

function wordsOf(originals: readonly string[]): string {
  const key = originals.join('\0');
  let words = remembered.get(key);
  if (words === undefined) {
    const texts = originals.map(searchable);
    const numbers = texts.map(compactNumber).filter((number) => number !== null);
    words = [...new Set([...texts, ...numbers])].sort().join('\n');
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    if (key.length <= LONGEST_REMEMBERED) remembered.set(key, words);
  }
  return words;
}

const searched = new Map<Resource, readonly string[]>();

function searchedFields(resource: Resource): readonly string[] {
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
/** A year and a house number are no numbers that anyone separates. */
const FEWEST_DIGITS = 5;

/** A number without its separators: `be 0477.472.701` → `be0477472701`; null for what is none, or has no separators. */
export function compactNumber(text: string): string | null {
  const compact = text.replace(SEPARATORS, '');
  if (compact === text || !/^[a-z]{0,4}\d[a-z0-9]*$/.test(compact)) return null;
  return compact.replace(/[a-z]/g, '').length >= FEWEST_DIGITS ? compact : null;
}
