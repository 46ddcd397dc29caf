import type { CompanyFile } from '../../company-file-state.ts';
import { recordsOf } from '../../records/state.ts';
import { searchable } from '../../text.ts';
import { thirdParties } from '../../third-parties/third-party.ts';

/** Who is known by an account at a bank or by a name: asked for each transaction, and made anew only when a third party changes. */
export interface KnownParties {
  ofIban(iban: string): readonly number[];
  ofName(name: string): readonly number[];
  /** The third party itself and those that were merged into it. */
  members(id: number): readonly number[];
  nameOf(id: number): string;
}

const made = new WeakMap<object, KnownParties>();

export function knownParties({ records }: CompanyFile): KnownParties {
  const { byId } = recordsOf(records, thirdParties);
  let known = made.get(byId);
  if (!known) made.set(byId, (known = indexed(byId.entries())));
  return known;
}

type Entries = ReturnType<ReturnType<typeof recordsOf<typeof thirdParties>>['byId']['entries']>;

function indexed(entries: Entries): KnownParties {
  const byIban = new Map<string, number[]>();
  const byName = new Map<string, number[]>();
  const members = new Map<number, number[]>();
  const names = new Map<number, string>();
  for (const [id, { data, isTrashed }] of entries) {
    // What was known of one that was merged is known of the one that it went into.
    const into = data.merged_into_id ?? id;
    if (into !== id) addTo(members, into, id);
    else if (isTrashed) continue;
    else names.set(id, data.name);
    for (const iban of data.ibans ?? []) addTo(byIban, compact(iban), into);
    const name = nameKey(data.name);
    if (name !== '') addTo(byName, name, into);
  }
  const living = (ids: readonly number[] | undefined) => (ids ?? []).filter((id) => names.has(id));
  return {
    ofIban: (iban) => living(byIban.get(compact(iban))),
    ofName: (name) => living(byName.get(nameKey(name))),
    members: (id) => [id, ...(members.get(id) ?? [])],
    nameOf: (id) => names.get(id) ?? '',
  };
}

function addTo<Key>(map: Map<Key, number[]>, key: Key, id: number): void {
  const known = map.get(key);
  if (!known) map.set(key, [id]);
  else if (!known.includes(id)) known.push(id);
}

const compact = (iban: string): string => iban.replace(/\s/g, '').toUpperCase();

/** Banks leave these out or put them elsewhere. */
const LEGAL_FORMS = new Set(
  'sa nv sprl bvba srl bv sc cv scrl cvba snc vof scs asbl vzw sarl sas sasu eurl sci gmbh ag kg ohg ug se spa ltd llc inc plc m mr mme mevr monsieur madame'.split(
    ' ',
  ),
);

/** The words of a name in any order, without accents and legal forms; empty for one that is nothing else. */
export function nameKey(name: string): string {
  const words =
    searchable(name)
      .replaceAll('.', '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !LEGAL_FORMS.has(word))
    .sort()
    .join(' ');
}
