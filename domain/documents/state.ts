import type { Json } from '../json.ts';
import { emptyMap, mapOf, type PersistentMap } from '../persistent-map.ts';
import type { ChangedContent, DocumentEvent } from './document-events.ts';

/**
 * What decisions need to know of all documents: what those name that wait to be booked, since that cannot be deleted. What a
 * document says is read where it is decided on.
 */
export interface DocumentsState {
  /** Those that wait to be booked, also in the recycle bin. */
  readonly waiting: PersistentMap<number, WaitingDocument>;
  /** What documents name that were ever booked. */
  readonly usedAccounts: PersistentMap<number, true>;
  readonly usedVatCodes: PersistentMap<number, true>;
  readonly usedThirdParties: PersistentMap<number, true>;
  readonly usedAnalyticCodes: PersistentMap<number, true>;
}

export interface WaitingDocument {
  readonly version: number;
  readonly isTrashed: boolean;
  /** What one that was booked before named then is among what was used. */
  readonly names: NamedByDocument;
}

export interface NamedByDocument {
  readonly accounts: readonly number[];
  readonly vatCodes: readonly number[];
  readonly thirdParty: number | null;
  /** Absent: none. */
  readonly analyticCodes?: readonly number[];
}

const NOTHING: NamedByDocument = { accounts: [], vatCodes: [], thirdParty: null };

export const initialDocuments: DocumentsState = {
  waiting: emptyMap(),
  usedAccounts: emptyMap(),
  usedVatCodes: emptyMap(),
  usedThirdParties: emptyMap(),
  usedAnalyticCodes: emptyMap(),
};

export function evolveDocuments(state: DocumentsState, event: DocumentEvent): DocumentsState {
  if (event.type === 'DocumentsPurged')
    return {
      ...state,
      waiting: event.data.documents.reduce((waiting, { id }) => waiting.without(id), state.waiting),
    };
  if (event.type === 'DocumentRecorded') {
    const names = named(event.data, NOTHING);
    return withWaiting(state, event.data.id, { version: 1, isTrashed: false, names });
  }
  const { id, version } = event.data;
  const before = state.waiting.get(id) ?? { isTrashed: false, names: NOTHING };
  switch (event.type) {
    case 'DocumentChanged':
      return withWaiting(state, id, { ...before, version, names: named(event.data.changes, before.names) });
    case 'DocumentFileAttached':
      return withWaiting(state, id, { ...before, version });
    case 'DocumentBooked':
      return { ...withUsed(state, before.names), waiting: state.waiting.without(id) };
    case 'DocumentUnbooked':
      return withWaiting(state, id, { version, isTrashed: false, names: NOTHING });
    case 'DocumentTrashed':
    case 'DocumentRestored':
      return withWaiting(state, id, { ...before, version, isTrashed: event.type === 'DocumentTrashed' });
  }
}

const withWaiting = (state: DocumentsState, id: number, document: WaitingDocument): DocumentsState => ({
  ...state,
  waiting: state.waiting.with(id, document),
});

function named({ lines, third_party_id }: ChangedContent, before: NamedByDocument): NamedByDocument {
  return {
    accounts: lines ? [...new Set(lines.map(({ account_id }) => account_id))] : before.accounts,
    vatCodes: lines ? [...new Set(lines.map(({ vat_code_id }) => vat_code_id))] : before.vatCodes,
    thirdParty: third_party_id ?? before.thirdParty,
    ...codesNamed(lines, before),
  };
}

/** Most documents name none, and snapshots should not say so. */
function codesNamed(lines: ChangedContent['lines'], before: NamedByDocument): Pick<NamedByDocument, 'analyticCodes'> {
  const all = lines?.flatMap(({ analytics = [] }) => analytics.map(({ code_id }) => code_id));
  const analyticCodes = all ? [...new Set(all)] : (before.analyticCodes ?? []);
  return analyticCodes.length === 0 ? {} : { analyticCodes };
}

const withUsed = (
  state: DocumentsState,
  { accounts, vatCodes, thirdParty, analyticCodes = [] }: NamedByDocument,
): DocumentsState => ({
  ...state,
  usedAccounts: accounts.reduce(using, state.usedAccounts),
  usedVatCodes: vatCodes.reduce(using, state.usedVatCodes),
  usedThirdParties: thirdParty === null ? state.usedThirdParties : using(state.usedThirdParties, thirdParty),
  usedAnalyticCodes: analyticCodes.reduce(using, state.usedAnalyticCodes),
});

const using = (used: PersistentMap<number, true>, id: number): PersistentMap<number, true> =>
  used.has(id) ? used : used.with(id, true);

export function packDocuments(state: DocumentsState) {
  const { waiting, usedAccounts, usedVatCodes, usedThirdParties, usedAnalyticCodes } = state;
  const keys = (used: PersistentMap<number, true>) => [...used.entries()].map(([id]) => id);
  return {
    waiting: [...waiting.entries()].map(([id, { version, isTrashed, names }]) => ({
      id,
      version,
      isTrashed,
      ...names,
    })),
    accounts: keys(usedAccounts),
    vatCodes: keys(usedVatCodes),
    thirdParties: keys(usedThirdParties),
    analyticCodes: keys(usedAnalyticCodes),
  };
}

type Packed = ReturnType<typeof packDocuments>;
/** Snapshots of earlier versions know no analytic codes, which no document of then names. */
type PackedDocuments = Omit<Packed, 'analyticCodes'> & Partial<Pick<Packed, 'analyticCodes'>>;

export function unpackDocuments(packed: Json): DocumentsState {
  const { waiting, accounts, vatCodes, thirdParties, analyticCodes = [] } = packed as PackedDocuments;
  const used = (ids: readonly number[]) => mapOf(ids.map((id) => [id, true] as const));
  return {
    waiting: mapOf(waiting.map(({ id, version, isTrashed, ...names }) => [id, { version, isTrashed, names }] as const)),
    usedAccounts: used(accounts),
    usedVatCodes: used(vatCodes),
    usedThirdParties: used(thirdParties),
    usedAnalyticCodes: used(analyticCodes),
  };
}
