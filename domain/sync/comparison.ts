import { isSameJson, type Json, type JsonRecord } from '../json.ts';
import type { Resolution } from './sync-events.ts';

/**
 * Both sides of a record that changed after the client read it: the client's request, and the changes made by others
 * since. Fields are named by their dotted path; a list counts as one value.
 */
export interface Sides {
  readonly client: JsonRecord;
  /** The current record. */
  readonly server: JsonRecord;
  /** When the client acted, if known; ISO 8601. */
  readonly clientAt: string | null;
  /** Fields changed by others since then, with the time of the last change. */
  readonly changed: ReadonlyMap<string, string>;
}

export interface Comparison {
  /** Fields in the client's request that others have changed to a different value. */
  readonly overlap: readonly string[];
  readonly suggested: { readonly resolution: Resolution; readonly data: JsonRecord | null };
}

/** Suggests the later action for each field that both sides changed. It is only a suggestion. */
export function compareSides({ client, server, clientAt, changed }: Sides): Comparison {
  const asked = listPaths(client);
  const lost: string[] = [];
  const overlap = asked.filter((path) => {
    const others = [...changed].filter(([other]) => isOverlapping(path, other));
    if (others.length === 0 || isSame(client, server, path)) return false;
    const lastAt = others.map(([, at]) => at).reduce((last, at) => (isLater(at, last) ? at : last));
    if (clientAt === null || !isLater(clientAt, lastAt)) lost.push(path);
    return true;
  });
  if (lost.length === 0) return { overlap, suggested: { resolution: 'keep_client', data: client } };
  if (lost.length === asked.length) return { overlap, suggested: { resolution: 'keep_server', data: null } };
  return { overlap, suggested: { resolution: 'merge', data: omitPaths(client, lost) } };
}

/** Lists the field paths of an object. An empty object or a list counts as a value. */
export function listPaths(object: JsonRecord, before = ''): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const path = `${before}${name}`;
    return isObject(value) && Object.keys(value).length > 0 ? listPaths(value, `${path}.`) : [path];
  });
}

const isObject = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True if the paths are equal or one contains the other. */
const isOverlapping = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

const isLater = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other);

/** A field that the server presents differently, or not at all, does not count as equal. */
function isSame(client: JsonRecord, server: JsonRecord, path: string): boolean {
  const there = getValueAt(server, path);
  return there !== undefined && isSameJson(getValueAt(client, path), there);
}

function getValueAt(object: JsonRecord, path: string): Json | undefined {
  let value: Json | undefined = object;
  for (const name of path.split('.')) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

function omitPaths(object: JsonRecord, paths: readonly string[], before = ''): JsonRecord {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): [string, Json | undefined][] => {
      const path = `${before}${name}`;
      if (paths.includes(path)) return [];
      if (!isObject(value) || !paths.some((other) => other.startsWith(`${path}.`))) return [[name, value]];
      const rest = omitPaths(value, paths, `${path}.`);
      return Object.keys(rest).length === 0 ? [] : [[name, rest]];
    }),
  );
}
