import { emptyMap, mapOf, type PersistentMap } from '../persistent-map.ts';
import type { Json } from '../json.ts';
import type { EntryEvent, EntryLine, PostedEntry } from './entry-events.ts';

/** What decisions need to know of the entries: last numbers and what is in use, never the lines. */
export interface LedgerState {
  /** Last number by `journal:fiscal year`. */
  readonly lastNumbers: PersistentMap<string, number>;
  readonly usedAccounts: PersistentMap<number, true>;
  readonly usedThirdParties: PersistentMap<number, true>;
  readonly usedJournals: PersistentMap<number, true>;
  readonly usedVatCodes: PersistentMap<number, true>;
  /** How many lines are told by an analytic code now. */
  readonly usedAnalyticCodes: PersistentMap<number, number>;
  /** The entry that opens a fiscal year, by year: brought along from earlier books, or carried from the year before. */
  readonly openings: PersistentMap<number, number>;
  /** How many entries of closings that stand name an account: what it is among decides what they have done with it. */
  readonly closedAccounts: PersistentMap<number, number>;
}

export const initialLedger: LedgerState = {
  lastNumbers: emptyMap(),
  usedAccounts: emptyMap(),
  usedThirdParties: emptyMap(),
  usedJournals: emptyMap(),
  usedVatCodes: emptyMap(),
  usedAnalyticCodes: emptyMap(),
  openings: emptyMap(),
  closedAccounts: emptyMap(),
};

export function lastNumber(state: LedgerState, journalId: number, fiscalYearId: number): number {
  return state.lastNumbers.get(`${journalId}:${fiscalYearId}`) ?? 0;
}

export function hasEntries(state: LedgerState, fiscalYearId: number): boolean {
  for (const [key] of state.lastNumbers.entries()) if (key.endsWith(`:${fiscalYearId}`)) return true;
  return false;
}

export function evolveLedger(state: LedgerState, event: EntryEvent): LedgerState {
  switch (event.type) {
    case 'EntryPosted':
      return withEntry(state, event.data);
    case 'EntryReversed': {
      const opened = [...state.openings.entries()].find(([, entryId]) => entryId === event.data.id);
      return opened ? { ...state, openings: state.openings.without(opened[0]) } : state;
    }
    case 'EntryLinesAllocated': {
      const { lines, previous } = event.data;
      const taken = countedCodes(state.usedAnalyticCodes, previous, -1);
      return { ...state, usedAnalyticCodes: countedCodes(taken, lines, 1) };
    }
    case 'EntryAmended':
    case 'EntryLinesDisputed':
      return state;
  }
}

function withEntry(state: LedgerState, entry: PostedEntry): LedgerState {
  let { usedAccounts, usedThirdParties, usedJournals, usedVatCodes, openings } = state;
  for (const { account_id, third_party_id, vat_code_id, brought_from } of entry.lines) {
    usedAccounts = using(usedAccounts, account_id);
    if (brought_from) usedAccounts = using(usedAccounts, brought_from.account_id);
    if (third_party_id !== null) usedThirdParties = using(usedThirdParties, third_party_id);
    if (vat_code_id !== undefined) usedVatCodes = using(usedVatCodes, vat_code_id);
  }
  usedJournals = using(usedJournals, entry.journal_id);
  const isOpening = entry.layer === 'opening' || entry.layer === 'carried';
  if (isOpening && entry.reversed_entry_id === undefined) openings = openings.with(entry.fiscal_year_id, entry.id);
  const lastNumbers = state.lastNumbers.with(`${entry.journal_id}:${entry.fiscal_year_id}`, entry.number);
  const closedAccounts = closedBy(entry, state.closedAccounts);
  const usedAnalyticCodes = countedCodes(state.usedAnalyticCodes, entry.lines, 1);
  return {
    lastNumbers,
    usedAccounts,
    usedThirdParties,
    usedJournals,
    usedVatCodes,
    usedAnalyticCodes,
    openings,
    closedAccounts,
  };
}

type Codes = LedgerState['usedAnalyticCodes'];

function countedCodes(before: Codes, lines: readonly Pick<EntryLine, 'analytics'>[], step: 1 | -1): Codes {
  let counts = before;
  for (const { analytics } of lines)
    for (const { code_id } of analytics ?? []) {
      const count = (counts.get(code_id) ?? 0) + step;
      counts = count > 0 ? counts.with(code_id, count) : counts.without(code_id);
    }
  return counts;
}

/** A reopening takes the entries of the closing back, in the same layers. */
function closedBy({ layer, lines, reversed_entry_id }: PostedEntry, before: LedgerState['closedAccounts']) {
  if (layer !== 'closing' && layer !== 'carried') return before;
  const step = reversed_entry_id === undefined ? 1 : -1;
  let counts = before;
  const named = lines.flatMap(({ account_id, brought_from: from }) =>
    from ? [account_id, from.account_id] : account_id,
  );
  for (const id of named) {
    const count = (counts.get(id) ?? 0) + step;
    counts = count > 0 ? counts.with(id, count) : counts.without(id);
  }
  return counts;
}

const using = (used: PersistentMap<number, true>, id: number): PersistentMap<number, true> =>
  used.has(id) ? used : used.with(id, true);

export function packLedger(state: LedgerState) {
  const keys = (used: PersistentMap<number, true>) => [...used.entries()].map(([id]) => id);
  return {
    numbers: [...state.lastNumbers.entries()],
    accounts: keys(state.usedAccounts),
    thirdParties: keys(state.usedThirdParties),
    journals: keys(state.usedJournals),
    vatCodes: keys(state.usedVatCodes),
    analyticCodes: [...state.usedAnalyticCodes.entries()],
    openings: [...state.openings.entries()],
    closedAccounts: [...state.closedAccounts.entries()],
  };
}

type Packed = ReturnType<typeof packLedger>;

/** Snapshots of earlier versions know no analytic codes, which no entry of then has. */
type PackedLedger = Omit<Packed, 'analyticCodes'> & Partial<Pick<Packed, 'analyticCodes'>>;

export function unpackLedger(packed: Json): LedgerState {
  const { numbers, accounts, thirdParties, journals, vatCodes, analyticCodes, openings, closedAccounts } =
    packed as PackedLedger;
  const used = (ids: readonly number[]) => mapOf(ids.map((id) => [id, true] as const));
  return {
    lastNumbers: mapOf(numbers),
    usedAccounts: used(accounts),
    usedThirdParties: used(thirdParties),
    usedJournals: used(journals),
    usedVatCodes: used(vatCodes),
    usedAnalyticCodes: mapOf(analyticCodes ?? []),
    openings: mapOf(openings),
    closedAccounts: mapOf(closedAccounts),
  };
}
