import type { KnownPersons, KnownThirdParty } from '../../domain/persons/personal-values.ts';
import type { Kind, StoredState } from '../../stores/support/aggregates.ts';

/** What the state of a stream, before and after a command, knows about persons. */
export function createKnownPersons<K extends Kind>(
  kind: K,
  stream: string,
  before: StoredState<K>,
  after: StoredState<K>,
): KnownPersons {
  if (kind !== 'company')
    return { stream, listThirdParties: () => [], findThirdPartyOfDocument: () => null, listThirdPartyIds: () => [] };
  const [earlier, later] = [before, after] as [StoredState<'company'>, StoredState<'company'>];
  const find = (state: StoredState<'company'>, id: number): KnownThirdParty | undefined =>
    state.records['third-parties']?.byId.get(id)?.data;
  return {
    stream,
    listThirdParties(id) {
      const [one, other] = [find(earlier, id), find(later, id)];
      if (one === undefined || one === other) return other === undefined ? [] : [other];
      return other === undefined ? [one] : [one, other];
    },
    findThirdPartyOfDocument: (id) =>
      (later.documents.waiting.get(id) ?? earlier.documents.waiting.get(id))?.names.thirdParty ?? null,
    *listThirdPartyIds() {
      for (const [id] of later.records['third-parties']?.byId.entries() ?? []) yield id;
    },
  };
}
