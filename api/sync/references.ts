/** Ids that the server has not assigned yet: a queue refers to them by the action that creates the record. */

/** Finds the id created by an action; undefined if the action is not known to have created one. */
export type IdOf = (mutationId: string) => number | undefined;

export interface Referring {
  readonly path: string;
  readonly body: unknown;
}

/** The mutation ids that a path (`third-parties/$<mutation_id>`) and a body (`{"$id": "<mutation_id>"}`) refer to. */
export function listReferences({ path, body }: Referring): string[] {
  const found = path
    .split('?')[0]!
    .split('/')
    .flatMap((segment) => parseSegmentReference(segment) ?? []);
  collectReferences(body, found);
  return found;
}

function collectReferences(value: unknown, found: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  const reference = findBodyReference(value);
  if (reference !== null) found.push(reference);
  else for (const member of Object.values(value)) collectReferences(member, found);
}

/** Replaces references by ids. Every reference must be known. */
export function withIds({ path, body }: Referring, idOf: IdOf): Referring {
  const [way, ...query] = path.split('?');
  const segments = way!.split('/').map((segment) => {
    const reference = parseSegmentReference(segment);
    return reference === null ? segment : String(idOf(reference));
  });
  return { path: [segments.join('/'), ...query].join('?'), body: replaceReferences(body, idOf) };
}

function replaceReferences(value: unknown, idOf: IdOf): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const reference = findBodyReference(value);
  if (reference !== null) return idOf(reference);
  if (Array.isArray(value)) return value.map((item) => replaceReferences(item, idOf));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceReferences(member, idOf)]));
}

function parseSegmentReference(segment: string): string | null {
  if (!segment.startsWith('$') || segment.length === 1) return null;
  try {
    return decodeURIComponent(segment.slice(1));
  } catch {
    return segment.slice(1);
  }
}

function findBodyReference(value: object): string | null {
  const names = Object.keys(value);
  const { $id: reference } = value as { readonly $id?: unknown };
  return names.length === 1 && typeof reference === 'string' ? reference : null;
}
