import type { Json } from '../json.ts';
import { createEmptyMap, toPersistentMap, type PersistentMap } from '../persistent-map.ts';
import type { PlainDate } from '../dates.ts';
import { withPlace, type NumberPlace, type Sequences } from '../number-series/sequences.ts';
import type { ChangedContent, DocumentEvent } from './document-events.ts';

/**
 * Document state needed for decisions: the references of unbooked documents, since these records cannot be deleted. The
 * content of a document is read when it is needed.
 */
export interface DocumentsState {
  /** Unbooked documents, including trashed ones. */
  readonly waiting: PersistentMap<number, WaitingDocument>;
  /** References of all documents that were ever booked. */
  readonly usedAccounts: PersistentMap<number, true>;
  readonly usedVatCodes: PersistentMap<number, true>;
  readonly usedThirdParties: PersistentMap<number, true>;
  readonly usedAnalyticCodes: PersistentMap<number, true>;
  /** Numbers given by series. */
  readonly series: PersistentMap<number, Sequences>;
}

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly documents: DocumentsState;
  }
}

export interface WaitingDocument {
  readonly version: number;
  readonly isTrashed: boolean;
  /** References of an earlier booking are already among the used ones. */
  readonly names: NamedByDocument;
}

export interface NamedByDocument {
  readonly accounts: readonly number[];
  readonly vatCodes: readonly number[];
  readonly thirdParty: number | null;
  /** Absent: none. */
  readonly analyticCodes?: readonly number[];
  /** Named number series; absent: none. */
  readonly series?: number;
}

const NOTHING: NamedByDocument = { accounts: [], vatCodes: [], thirdParty: null };

export const initialDocuments: DocumentsState = {
  waiting: createEmptyMap(),
  usedAccounts: createEmptyMap(),
  usedVatCodes: createEmptyMap(),
  usedThirdParties: createEmptyMap(),
  usedAnalyticCodes: createEmptyMap(),
  series: createEmptyMap(),
};

export function evolveDocuments(state: DocumentsState, event: DocumentEvent): DocumentsState {
  if (event.type === 'DocumentsPurged')
    return {
      ...state,
      waiting: event.data.documents.reduce((waiting, { id }) => waiting.without(id), state.waiting),
    };
  if (event.type === 'DocumentRecorded') {
    const names = collectNames(event.data, NOTHING);
    const numbered = withNumber(state, event.data, event.data.document_date);
    return withWaiting(numbered, event.data.id, { version: 1, isTrashed: false, names });
  }
  const { id, version } = event.data;
  const before = state.waiting.get(id) ?? { isTrashed: false, names: NOTHING };
  switch (event.type) {
    case 'DocumentChanged':
      return withWaiting(state, id, { ...before, version, names: collectNames(event.data.changes, before.names) });
    case 'DocumentFileAttached':
    case 'DocumentConverted':
      return withWaiting(state, id, { ...before, version });
    case 'DocumentBooked':
      return {
        ...withNumber(withUsed(state, before.names), event.data, event.data.document_date),
        waiting: state.waiting.without(id),
      };
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

function collectNames(
  { lines, third_party_id, number_series_id }: ChangedContent,
  before: NamedByDocument,
): NamedByDocument {
  return {
    accounts: lines ? [...new Set(lines.map(({ account_id }) => account_id))] : before.accounts,
    vatCodes: lines ? [...new Set(lines.map(({ vat_code_id }) => vat_code_id))] : before.vatCodes,
    thirdParty: third_party_id ?? before.thirdParty,
    ...collectAnalyticCodes(lines, before),
    ...collectSeries(number_series_id, before),
  };
}

/** Omitted if empty, as for most documents, to keep snapshots small. */
function collectAnalyticCodes(
  lines: ChangedContent['lines'],
  before: NamedByDocument,
): Pick<NamedByDocument, 'analyticCodes'> {
  const all = lines?.flatMap(({ analytics = [] }) => analytics.map(({ code_id }) => code_id));
  const analyticCodes = all ? [...new Set(all)] : (before.analyticCodes ?? []);
  return analyticCodes.length === 0 ? {} : { analyticCodes };
}

function collectSeries(
  given: ChangedContent['number_series_id'],
  before: NamedByDocument,
): Pick<NamedByDocument, 'series'> {
  const series = given === undefined ? before.series : given;
  return typeof series === 'number' ? { series } : {};
}

interface Numbered {
  readonly number_series_id?: number | null;
  readonly number_place?: NumberPlace;
}

function withNumber(
  state: DocumentsState,
  { number_series_id: id, number_place: place }: Numbered,
  date: PlainDate | undefined,
): DocumentsState {
  if (!id || !place || date === undefined) return state;
  return { ...state, series: state.series.with(id, withPlace(state.series.get(id), place, date)) };
}

const withUsed = (
  state: DocumentsState,
  { accounts, vatCodes, thirdParty, analyticCodes = [] }: NamedByDocument,
): DocumentsState => ({
  ...state,
  usedAccounts: accounts.reduce(addUsed, state.usedAccounts),
  usedVatCodes: vatCodes.reduce(addUsed, state.usedVatCodes),
  usedThirdParties: thirdParty === null ? state.usedThirdParties : addUsed(state.usedThirdParties, thirdParty),
  usedAnalyticCodes: analyticCodes.reduce(addUsed, state.usedAnalyticCodes),
});

const addUsed = (used: PersistentMap<number, true>, id: number): PersistentMap<number, true> =>
  used.has(id) ? used : used.with(id, true);

export function packDocuments(state: DocumentsState) {
  const { waiting, usedAccounts, usedVatCodes, usedThirdParties, usedAnalyticCodes, series } = state;
  const listKeys = (used: PersistentMap<number, true>) => [...used.entries()].map(([id]) => id);
  return {
    waiting: [...waiting.entries()].map(([id, { version, isTrashed, names }]) => ({
      id,
      version,
      isTrashed,
      ...names,
    })),
    accounts: listKeys(usedAccounts),
    vatCodes: listKeys(usedVatCodes),
    thirdParties: listKeys(usedThirdParties),
    analyticCodes: listKeys(usedAnalyticCodes),
    series: [...series.entries()],
  };
}

type Packed = ReturnType<typeof packDocuments>;
/** Snapshots of earlier versions contain neither analytic codes nor series. */
type PackedDocuments = Omit<Packed, 'analyticCodes' | 'series'> & Partial<Pick<Packed, 'analyticCodes' | 'series'>>;

export function unpackDocuments(packed: Json): DocumentsState {
  const { waiting, accounts, vatCodes, thirdParties, analyticCodes = [], series = [] } = packed as PackedDocuments;
  const toUsedMap = (ids: readonly number[]) => toPersistentMap(ids.map((id) => [id, true] as const));
  return {
    waiting: toPersistentMap(
      waiting.map(({ id, version, isTrashed, ...names }) => [id, { version, isTrashed, names }] as const),
    ),
    usedAccounts: toUsedMap(accounts),
    usedVatCodes: toUsedMap(vatCodes),
    usedThirdParties: toUsedMap(thirdParties),
    usedAnalyticCodes: toUsedMap(analyticCodes),
    series: toPersistentMap(series),
  };
}
