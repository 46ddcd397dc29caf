import { resources } from '../../domain/records/resources.ts';
import { readRecordLabels, type RecordNamed } from '../../projections/history/labels.ts';
import { subjects } from '../../projections/index.ts';
import type { RouteRequest } from '../http/routing/route.ts';

/** Resolves ids in changed fields to names: a reader wants to see which third party id 4711 is. */

/** By field and then by id, such as `{ third_party_id: { 4711: 'Dupont SA' } }`. */
export type NamesByField = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** By ending of the field name; longer endings come first. */
export const STANDS_FOR: readonly (readonly [ending: string, resource: string])[] = [
  ...resources.flatMap(({ name, namedBy = [] }) => namedBy.map((ending) => [ending, name] as const)),
  ...subjects.flatMap((one) => Object.entries<string>('namedBy' in one ? one.namedBy : {})),
].sort(([one], [other]) => other.length - one.length);

interface Referred extends RecordNamed {
  readonly field: string;
}

const findResource = (field: string): string | undefined =>
  STANDS_FOR.find(([ending]) => field === ending || field.endsWith(`_${ending}`))?.[1];

/** Also searches nested values, such as the lines of an entry. */
function* listReferences(value: unknown): Generator<Referred> {
  if (Array.isArray(value)) for (const one of value) yield* listReferences(one);
  else if (typeof value === 'object' && value !== null)
    for (const [field, one] of Object.entries(value)) {
      const resource = typeof one === 'number' ? findResource(field) : undefined;
      if (resource === undefined) yield* listReferences(one);
      else yield { field, resource, record_id: one as number };
    }
}

interface Change {
  readonly before: unknown;
  readonly after: unknown;
}

/** Adds current names to each change; resolves all changes at once to keep the number of queries low. */
export async function withNames<Shown extends Change>(
  pool: RouteRequest['services']['pool'],
  companyId: number,
  changes: readonly Shown[],
): Promise<readonly (Shown & { readonly names: NamesByField })[]> {
  const referred = changes.map(({ before, after }) => [...listReferences(before), ...listReferences(after)]);
  const labels = await readRecordLabels(pool, [companyId], referred.flat());
  return changes.map((change, index) => {
    const names: Record<string, Record<string, string>> = {};
    for (const { field, resource, record_id } of referred[index]!) {
      const label = labels.get(`${resource}:${record_id}`);
      if (label !== undefined) (names[field] ??= {})[record_id] = label;
    }
    return { ...change, names };
  });
}
