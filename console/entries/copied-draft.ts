import type { ThirdPartyName } from '../support/answers.ts';
import type { Api } from '../support/api.ts';
import { getFilePath, getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';
import type { CopiedEntry } from './answers.ts';
import { fromEntry, listPartyIds, type EntryDraft } from './draft.ts';

const COPY = 'copy-';

/** The `item` of the address that opens the form with the lines of an entry. */
export const toCopyItem = (entryId: number): string => `${COPY}${entryId}`;

/** Names of third parties, which templates and entries know by id. */
export async function readPartyNames(
  api: Api,
  path: string,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<(id: number) => ThirdPartyName | null> {
  const read = (id: number): Promise<ThirdPartyName> =>
    api.get<ThirdPartyName>(`${path}/third-parties/${id}`, {}, signal);
  const found = await Promise.all(ids.map((id) => read(id).catch(() => null)));
  const parties = new Map(found.flatMap((party) => (party ? [[party.id, { id: party.id, name: party.name }]] : [])));
  return (id) => parties.get(id) ?? null;
}

/** The copy that the address asks for; null if it asks for none. */
export function useCopiedDraft(day: string): EntryDraft | null | 'loading' {
  const { api, place } = useConsole();
  const path = getFilePath(place);
  const id = place.item?.startsWith(COPY) ? place.item.slice(COPY.length) : null;
  const loaded = useLoaded(`${path} copy ${id}`, async (signal) => {
    if (id === null) return { draft: null };
    const entry = await api.get<CopiedEntry>(`${path}/entries/${id}`, {}, signal);
    return { draft: fromEntry(entry, day, await readPartyNames(api, path, listPartyIds(entry.lines), signal)) };
  });
  if (id === null || loaded.is === 'problem') return null;
  return getLoadedValue(loaded)?.draft ?? 'loading';
}
