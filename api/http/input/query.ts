import { parse } from 'node:querystring';

const MAX_PARAMETERS = 200;

export type Query = Readonly<Record<string, string | readonly string[]>>;

/**
 * Query parameters as text. For a repeated name the last value counts; `name[]=` gives a list; values are trimmed, and
 * empty ones count as absent.
 */
export function parseQuery(search: string): Query {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  const parsed = parse(search, '&', '=', { maxKeys: MAX_PARAMETERS });
  for (const name in parsed) {
    const value = parsed[name];
    if (name.endsWith('[]')) {
      const list = (Array.isArray(value) ? value : [value ?? ''])
        .map((item) => item.trim())
        .filter((item) => item !== '');
      if (list.length > 0) query[name.slice(0, -2)] = list;
      continue;
    }
    const text = (Array.isArray(value) ? value.at(-1) : value)?.trim();
    if (text) query[name] = text;
  }
  return query;
}

/** Reads one parameter, for requests whose route has no query. */
export function findQueryParameter(search: string, name: string): string | undefined {
  if (search === '' || !search.includes(name)) return undefined;
  const value = parseQuery(search)[name];
  return typeof value === 'string' ? value : undefined;
}
