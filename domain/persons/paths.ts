import type { Json, JsonRecord } from '../json.ts';

/** Reads and changes values of JSON by paths such as `lines[].label`. */

type Segments = readonly string[];

const compiled = new Map<string, Segments>();

/** `lines[].label` → `lines`, `[]`, `label` */
export function splitPath(path: string): Segments {
  let segments = compiled.get(path);
  if (!segments) {
    segments = path === '' ? [] : path.replaceAll('[]', '.[]').split('.');
    compiled.set(path, segments);
  }
  return segments;
}

/** Calls `visit` with every value at the path that is not empty, and with its own path, which has the indexes of lists. */
export function visitValues(
  value: Json | undefined,
  segments: Segments,
  place: string,
  visit: (value: Json, place: string) => void,
  depth = 0,
): void {
  if (value === undefined || value === null) return;
  if (depth === segments.length) return visit(value, place);
  const segment = segments[depth]!;
  if (segment === '[]') {
    if (!Array.isArray(value)) return;
    for (let index = 0; index < value.length; index += 1)
      visitValues((value as readonly Json[])[index], segments, extendPlace(place, index), visit, depth + 1);
  } else if (typeof value === 'object' && !Array.isArray(value)) {
    visitValues((value as JsonRecord)[segment], segments, extendPlace(place, segment), visit, depth + 1);
  }
}

const extendPlace = (place: string, segment: string | number): string =>
  place === '' ? String(segment) : `${place}.${segment}`;

/** The values at the path that are not empty. */
export function listValues(
  value: Json | undefined,
  segments: Segments,
  found: Json[] = [],
  depth = 0,
): readonly Json[] {
  if (value === undefined || value === null) return found;
  if (depth === segments.length) found.push(value);
  else if (segments[depth] === '[]') {
    if (Array.isArray(value)) for (const item of value as readonly Json[]) listValues(item, segments, found, depth + 1);
  } else if (typeof value === 'object') listValues((value as JsonRecord)[segments[depth]!], segments, found, depth + 1);
  return found;
}

type Tree = Map<string, Tree | null>;

/** A copy without the members at these places. The rest is shared with the original. */
export function withoutMembers(data: JsonRecord, places: Iterable<string>): JsonRecord {
  const tree: Tree = new Map();
  for (const place of places) {
    const segments = place.split('.');
    let node = tree;
    for (const segment of segments.slice(0, -1)) {
      let next = node.get(segment);
      if (!next) node.set(segment, (next = new Map()));
      node = next;
    }
    node.set(segments.at(-1)!, null);
  }
  return copyWithout(data, tree) as JsonRecord;
}

function copyWithout(value: Json, tree: Tree): Json {
  if (Array.isArray(value)) {
    const items = [...(value as readonly Json[])];
    for (const [index, below] of tree) if (below) items[Number(index)] = copyWithout(items[Number(index)]!, below);
    return items;
  }
  const copy: Record<string, Json | undefined> = { ...(value as JsonRecord) };
  for (const [name, below] of tree) {
    if (below) copy[name] = copyWithout(copy[name]!, below);
    else delete copy[name];
  }
  return copy;
}

type Changeable = Record<string, unknown>;

/** Changes data that was just parsed and that no one else has. Undefined leaves the member out. */
export function setMember(data: JsonRecord, place: string, value: Json | undefined): void {
  const segments = place.split('.');
  let node = data as Changeable;
  for (const segment of segments.slice(0, -1)) {
    const next = node[segment];
    // What surrounds a member is in the log as it was.
    if (typeof next !== 'object' || next === null) return;
    node = next as Changeable;
  }
  if (value !== undefined) node[segments.at(-1)!] = value;
}
