import { sameJson, type Json, type JsonRecord } from '../json.ts';
import type { Resolution } from './sync-events.ts';

/**
 * Two sides of a record that has moved on: what the client asks for, and what others have done since it read. Fields are
 * named by their dotted path; lists count as one value.
 */
export interface Sides {
  readonly client: JsonRecord;
  /** The record as it is now. */
  readonly server: JsonRecord;
  /** When the client acted, as far as it is known; ISO 8601. */
  readonly clientAt: string | null;
  /** What others have changed since, and when they did so for the last time. */
  readonly changed: ReadonlyMap<string, string>;
}

export interface Comparison {
  /** What the client asks for and others have changed too, to something else. */
  readonly overlap: readonly string[];
  readonly suggested: { readonly resolution: Resolution; readonly data: JsonRecord | null };
}

/** Of each field that both have changed, the later action is suggested. Nothing is decided by it. */
export function compare({ client, server, clientAt, changed }: Sides): Comparison {
  const asked = pathsOf(client);
  const lost: string[] = [];
  const overlap = asked.filter((path) => {
    const others = [...changed].filter(([other]) => touches(path, other));
    if (others.length === 0 || isSame(client, server, path)) return false;
    const lastAt = others.map(([, at]) => at).reduce((last, at) => (isLater(at, last) ? at : last));
    if (clientAt === null || !isLater(clientAt, lastAt)) lost.push(path);
    return true;
  });
  if (lost.length === 0) return { overlap, suggested: { resolution: 'keep_client', data: client } };
  if (lost.length === asked.length) return { overlap, suggested: { resolution: 'keep_server', data: null } };
  return { overlap, suggested: { resolution: 'merge', data: without(client, lost) } };
}

/** The fields that an object names. An empty one, or a list, is a value. */
export function pathsOf(object: JsonRecord, before = ''): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const path = `${before}${name}`;
    return isObject(value) && Object.keys(value).length > 0 ? pathsOf(value, `${path}.`) : [path];
  });
}

const isObject = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One of them is the other, or a part of it. */
const touches = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

const isLater = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other);

/** What the server shows otherwise, or not at all, is not known to be the same. */
function isSame(client: JsonRecord, server: JsonRecord, path: string): boolean {
  const there = valueAt(server, path);
  return there !== undefined && sameJson(valueAt(client, path), there);
}

function valueAt(object: JsonRecord, path: string): Json | undefined {
  let value: Json | undefined = object;
  for (const name of path.split('.')) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

function without(object: JsonRecord, paths: readonly string[], before = ''): JsonRecord {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]): [string, Json | undefined][] => {
      const path = `${before}${name}`;
      if (paths.includes(path)) return [];
      if (!isObject(value) || !paths.some((other) => other.startsWith(`${path}.`))) return [[name, value]];
      const rest = without(value, paths, `${path}.`);
      return Object.keys(rest).length === 0 ? [] : [[name, rest]];
    }),
  );
}
