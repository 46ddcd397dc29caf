import { labelsOf, type RecordNamed } from '../../projections/history/labels.ts';
import type { RouteRequest } from '../http/routing/route.ts';

/** What the ids in the fields of a change stand for: whoever reads that a line was of third party 4711 wants to know who that is. */

/** By the field and then by the id, such as `{ third_party_id: { 4711: 'Dupont SA' } }`. */
export type NamesByField = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** By what the names of fields end with; the longer ending first where one ends with another. */
export const STANDS_FOR: readonly (readonly [ending: string, resource: string])[] = [
  ['account_id', 'accounts'],
  ['journal_id', 'journals'],
  ['third_party_id', 'third-parties'],
  ['supplier_id', 'third-parties'],
  ['merged_into_id', 'third-parties'],
  ['vat_code_id', 'vat-codes'],
  ['code_id', 'analytic-codes'],
  ['fiscal_year_id', 'fiscal-years'],
  ['recurring_entry_id', 'recurring-entries'],
  ['entry_id', 'entries'],
  ['document_id', 'documents'],
  ['import_id', 'document-imports'],
  ['rule_id', 'bank-rules'],
  ['declaration_id', 'vat-declarations'],
  ['sepa_file_id', 'sepa-files'],
  ['coda_file_id', 'coda-files'],
];

interface Referred extends RecordNamed {
  readonly field: string;
}

const resourceOf = (field: string): string | undefined =>
  STANDS_FOR.find(([ending]) => field === ending || field.endsWith(`_${ending}`))?.[1];

/** Also within the lines of an entry and the like. */
function* referredIn(value: unknown): Generator<Referred> {
  if (Array.isArray(value)) for (const one of value) yield* referredIn(one);
  else if (typeof value === 'object' && value !== null)
    for (const [field, one] of Object.entries(value)) {
      const resource = typeof one === 'number' ? resourceOf(field) : undefined;
      if (resource === undefined) yield* referredIn(one);
      else yield { field, resource, record_id: one as number };
    }
}

interface Change {
  readonly before: unknown;
  readonly after: unknown;
}

/** As they are called now, each change with those that it names; of all changes at once, so that a page is few queries. */
export async function withNames<Shown extends Change>(
  pool: RouteRequest['services']['pool'],
  changes: readonly Shown[],
): Promise<readonly (Shown & { readonly names: NamesByField })[]> {
  const referred = changes.map(({ before, after }) => [...referredIn(before), ...referredIn(after)]);
  const labels = await labelsOf(pool, referred.flat());
  return changes.map((change, index) => {
    const names: Record<string, Record<string, string>> = {};
    for (const { field, resource, record_id } of referred[index]!) {
      const label = labels.get(`${resource}:${record_id}`);
      if (label !== undefined) (names[field] ??= {})[record_id] = label;
    }
    return { ...change, names };
  });
}
