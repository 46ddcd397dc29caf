/** Ids that the server has not handed out yet: a queue names them by the action that makes the record. */

/** Finds the id that an action has made: undefined when the action is not known to have made one. */
export type IdOf = (mutationId: string) => number | undefined;

export interface Referring {
  readonly path: string;
  readonly body: unknown;
}

/** The mutation ids that a path (`third-parties/$<mutation_id>`) and a body (`{"$id": "<mutation_id>"}`) refer to. */
export function referencesIn({ path, body }: Referring): string[] {
  const found = path
    .split('?')[0]!
    .split('/')
    .flatMap((segment) => referenceIn(segment) ?? []);
  collect(body, found);
  return found;
}

function collect(value: unknown, found: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  const reference = referenceOf(value);
  if (reference !== null) found.push(reference);
  else for (const member of Object.values(value)) collect(member, found);
}

/** The same with ids in their place. Every reference must be known. */
export function withIds({ path, body }: Referring, idOf: IdOf): Referring {
  const [way, ...query] = path.split('?');
  const segments = way!.split('/').map((segment) => {
    const reference = referenceIn(segment);
    return reference === null ? segment : String(idOf(reference));
  });
  return { path: [segments.join('/'), ...query].join('?'), body: replaced(body, idOf) };
}

function replaced(value: unknown, idOf: IdOf): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const reference = referenceOf(value);
  if (reference !== null) return idOf(reference);
  if (Array.isArray(value)) return value.map((item) => replaced(item, idOf));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaced(member, idOf)]));
}

function referenceIn(segment: string): string | null {
  if (!segment.startsWith('$') || segment.length === 1) return null;
  try {
    return decodeURIComponent(segment.slice(1));
  } catch {
    return segment.slice(1);
  }
}

function referenceOf(value: object): string | null {
  const names = Object.keys(value);
  const { $id: reference } = value as { readonly $id?: unknown };
  return names.length === 1 && typeof reference === 'string' ? reference : null;
}
