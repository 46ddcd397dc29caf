import { z } from 'zod';
import { toSearchable } from '../../domain/text.ts';
import { refuseInvalid, type Refusal } from '../../domain/refusal.ts';
import { SEARCHED_TYPES, type FoundRecord } from '../../projections/search/queries.ts';
import { splitSearchText } from '../../projections/support/search.ts';
import { text } from '../http/input/fields.ts';
import { recordId } from '../http/reply/output.ts';

/** What a search finds, and how results of several types share the places. */

export const MAX_RESULTS = 20;

export const TYPES = ['companies', ...SEARCHED_TYPES] as const;
export type Type = (typeof TYPES)[number];

export const SearchQuery = z.object({
  q: text(200),
  types: text(200)
    .optional()
    .meta({ description: `Only these types, separated by commas: ${TYPES.join(', ')}.` }),
});

export const SearchResult = z
  .object({
    type: z.enum(TYPES).meta({ description: 'Type of the record.' }),
    id: recordId,
    title: z.string(),
    subtitle: z.string().nullable().meta({ description: 'What tells it from others with the same title.' }),
    url: z.string().meta({ description: 'Path of the record in the API.' }),
    matched: z.string().meta({ description: 'Field that contains the first word; `text` for all others.' }),
  })
  .meta({ id: 'SearchResult' });

export type SearchResult = z.output<typeof SearchResult>;

export function parseTypes(given: string | undefined): ReadonlySet<Type> | Refusal {
  if (given === undefined) return new Set(TYPES);
  const names = given.split(',').map((name) => name.trim());
  if (names.every(isType)) return new Set(names);
  return refuseInvalid([{ code: 'not_one_of', field: 'types', params: { values: TYPES.join(', ') } }]);
}

const isType = (name: string): name is Type => TYPES.some((type) => type === name);

export const toResult = (
  { type, id, title, subtitle, texts }: FoundRecord,
  q: string,
  token: string,
): SearchResult => ({
  type,
  id,
  title,
  subtitle,
  url: `/v1/companies/${token}/${type}/${id}`,
  matched: findMatchedField(texts, q),
});

interface SearchedFile {
  readonly id: number;
  readonly public_token: string;
  readonly code: string;
  readonly name: string;
  readonly vat_number: string | null;
  readonly enterprise_number: string | null;
  readonly city: string | null;
}

/** Company files are few enough to be compared here. */
export function findCompanies(files: readonly SearchedFile[], q: string): SearchResult[] {
  const words = splitSearchText(q);
  if (words.length === 0) return [];
  return files.flatMap(({ id, public_token, ...facts }) => {
    const { name, code, vat_number, enterprise_number, city } = facts;
    const all = toSearchable(
      [name, code, vat_number, enterprise_number, city].filter((one) => one !== null).join('\n'),
    );
    if (!words.every((word) => all.includes(word))) return [];
    const subtitle = [code, vat_number, city].filter((one) => one !== null && one !== '').join(' · ');
    return {
      type: 'companies' as const,
      id,
      title: name,
      subtitle: subtitle === '' ? null : subtitle,
      url: `/v1/companies/${public_token}`,
      matched: findMatchedField({ ...facts }, q),
    };
  });
}

function findMatchedField(texts: Readonly<Record<string, string | null>>, q: string): string {
  const [word = ''] = splitSearchText(q);
  const found = Object.entries(texts).find(([, value]) => value !== null && toSearchable(value).includes(word));
  return found?.[0] ?? 'text';
}

/** The first of each type, as many of each as there is room for; the order of the types stays. */
export function shareRoom<Result extends { readonly type: Type }>(results: readonly Result[]): Result[] {
  if (results.length <= MAX_RESULTS) return [...results];
  const taken = new Map<Type, number>();
  const places = new Set<Result>();
  for (let round = 1; places.size < MAX_RESULTS; round += 1) {
    for (const result of results) {
      const own = taken.get(result.type) ?? 0;
      if (places.size >= MAX_RESULTS || places.has(result) || own >= round) continue;
      taken.set(result.type, own + 1);
      places.add(result);
    }
  }
  return results.filter((result) => places.has(result));
}
