import type { JsonRecord } from '../json.ts';
import { createEmptyMap, type PersistentMap } from '../persistent-map.ts';
import type { RecordEvent } from '../records/record-events.ts';
import type { Collection } from '../records/state.ts';
import type { MergeEvent } from './merge-events.ts';

/** State that decisions on third parties need beyond the records; it is derived entirely from the records. */
export interface ThirdPartiesState {
  /** Highest number ever used in codes `C00001`, `S00001`…, by letter. */
  readonly lastNumbers: Readonly<Record<string, number>>;
  /** Third parties merged directly into a third party, by its id. */
  readonly mergedInto: PersistentMap<number, readonly number[]>;
}

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly thirdParties: ThirdPartiesState;
  }
}

export const initialThirdParties: ThirdPartiesState = { lastNumbers: {}, mergedInto: createEmptyMap() };

const NAME = 'third-parties';
/** Longer numbers are codes of another system and do not count. */
const NUMBERED_CODE = /^([CS])(\d{5,9})$/;

export function evolveThirdParties(state: ThirdPartiesState, event: RecordEvent | MergeEvent): ThirdPartiesState {
  switch (event.type) {
    case 'RecordsCreated':
      return event.data.resource === NAME
        ? withCodes(
            state,
            event.data.records.map(({ data }) => data),
          )
        : state;
    case 'RecordUpdated':
      return event.data.resource === NAME ? withCodes(state, [event.data.changes]) : state;
    case 'RecordsUpdated':
      return event.data.resource === NAME
        ? withCodes(
            state,
            event.data.records.map(({ changes }) => changes),
          )
        : state;
    case 'ThirdPartyMerged': {
      const { id, into_id } = event.data;
      return { ...state, mergedInto: state.mergedInto.with(into_id, [...(state.mergedInto.get(into_id) ?? []), id]) };
    }
    case 'ThirdPartyUnmerged': {
      const { id, from_id } = event.data;
      const left = (state.mergedInto.get(from_id) ?? []).filter((merged) => merged !== id);
      return {
        ...state,
        mergedInto: left.length > 0 ? state.mergedInto.with(from_id, left) : state.mergedInto.without(from_id),
      };
    }
    default:
      return state;
  }
}

/** Derives the state from the records of a snapshot. */
export function deriveThirdParties(collection: Collection | undefined): ThirdPartiesState {
  if (!collection) return initialThirdParties;
  const mergedInto = new Map<number, number[]>();
  const records: JsonRecord[] = [];
  for (const [id, { data }] of collection.byId.entries()) {
    records.push(data);
    const target = data['merged_into_id'];
    if (typeof target !== 'number') continue;
    const known = mergedInto.get(target);
    if (known) known.push(id);
    else mergedInto.set(target, [id]);
  }
  return withCodes({ ...initialThirdParties, mergedInto: initialThirdParties.mergedInto.withAll(mergedInto) }, records);
}

/** All third parties whose entries count for this one: merged into it directly or indirectly. */
export function listAllMerged(state: ThirdPartiesState, id: number): number[] {
  return (state.mergedInto.get(id) ?? []).flatMap((merged) => [merged, ...listAllMerged(state, merged)]);
}

function withCodes(state: ThirdPartiesState, records: readonly JsonRecord[]): ThirdPartiesState {
  let lastNumbers: Record<string, number> | null = null;
  for (const { code } of records) {
    const [, letter = '', digits = ''] = typeof code === 'string' ? (NUMBERED_CODE.exec(code) ?? []) : [];
    if (letter === '' || Number(digits) <= ((lastNumbers ?? state.lastNumbers)[letter] ?? 0)) continue;
    lastNumbers ??= { ...state.lastNumbers };
    lastNumbers[letter] = Number(digits);
  }
  return lastNumbers ? { ...state, lastNumbers } : state;
}
