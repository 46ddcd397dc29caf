import type { CompanyFile } from '../../company-file-state.ts';
import { getRecords } from '../../records/state.ts';
import { toSearchable } from '../../text.ts';
import { thirdParties } from '../../third-parties/third-party.ts';

/**
 * Index of third parties by bank account and by name: used for each transaction, and rebuilt only when a third party
 * changes.
 */
export interface KnownParties {
  findByIban(iban: string): readonly number[];
  findByName(name: string): readonly number[];
  /** The third party itself and those merged into it. */
  listMembers(id: number): readonly number[];
  getName(id: number): string;
}

const made = new WeakMap<object, KnownParties>();

export function getKnownParties({ records }: CompanyFile): KnownParties {
  const { byId } = getRecords(records, thirdParties);
  let known = made.get(byId);
  if (!known) made.set(byId, (known = indexParties(byId.entries())));
  return known;
}

type Entries = ReturnType<ReturnType<typeof getRecords<typeof thirdParties>>['byId']['entries']>;

function indexParties(entries: Entries): KnownParties {
  const byIban = new Map<string, number[]>();
  const byName = new Map<string, number[]>();
  const members = new Map<number, number[]>();
  const names = new Map<number, string>();
  for (const [id, { data, isTrashed }] of entries) {
    // Data of a merged third party counts for the one it was merged into.
    const into = data.merged_into_id ?? id;
    if (into !== id) addToIndex(members, into, id);
    else if (isTrashed) continue;
    else names.set(id, data.name);
    for (const iban of data.ibans ?? []) addToIndex(byIban, normaliseIban(iban), into);
    const name = normaliseName(data.name);
    if (name !== '') addToIndex(byName, name, into);
  }
  const filterActive = (ids: readonly number[] | undefined) => (ids ?? []).filter((id) => names.has(id));
  return {
    findByIban: (iban) => filterActive(byIban.get(normaliseIban(iban))),
    findByName: (name) => filterActive(byName.get(normaliseName(name))),
    listMembers: (id) => [id, ...(members.get(id) ?? [])],
    getName: (id) => names.get(id) ?? '',
  };
}

function addToIndex<Key>(map: Map<Key, number[]>, key: Key, id: number): void {
  const known = map.get(key);
  if (!known) map.set(key, [id]);
  else if (!known.includes(id)) known.push(id);
}

const normaliseIban = (iban: string): string => iban.replace(/\s/g, '').toUpperCase();

/** Banks omit these or put them elsewhere. */
const LEGAL_FORMS = new Set(
  'sa nv sprl bvba srl bv sc cv scrl cvba snc vof scs asbl vzw sarl sas sasu eurl sci gmbh ag kg ohg ug se spa ltd llc inc plc m mr mme mevr monsieur madame'.split(
    ' ',
  ),
);

/** Sorted words of a name, without accents and legal forms; empty if nothing remains. */
export function normaliseName(name: string): string {
  const words =
    toSearchable(name)
      .replaceAll('.', '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !LEGAL_FORMS.has(word))
    .sort()
    .join(' ');
}
