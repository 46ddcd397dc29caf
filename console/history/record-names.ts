import { pathOf, useLoaded, useScene } from '../support/scene.ts';

/** What the id in a field stands for: an account by its number, a journal by its code. */
export type RecordName = (field: string, id: number) => string;

/** Short lists, by what the names of fields end with; everything else is told by its number. */
const LISTS = [
  ['account_id', 'accounts', 'number'],
  ['journal_id', 'journals', 'code'],
  ['vat_code_id', 'vat-codes', 'code'],
] as const;

type Row = { readonly id: number } & Readonly<Partial<Record<string, unknown>>>;

/** Of the present: an id stands for the same record at every moment. */
export function useRecordNames(): RecordName {
  const { api, place } = useScene();
  const lists = useLoaded(`${pathOf(place)} names`, (signal) =>
    Promise.all(
      LISTS.map(async ([ending, resource, shown]) => {
        const rows = await api.get<readonly Row[]>(`${pathOf(place)}/${resource}`, {}, signal).catch(() => []);
        return [ending, new Map(rows.map((row) => [row.id, String(row[shown])]))] as const;
      }),
    ),
  );
  return (field, id) => {
    const known = lists.is === 'there' ? lists.value.find(([ending]) => field.endsWith(ending)) : undefined;
    return known?.[1].get(id) ?? `#${id}`;
  };
}
