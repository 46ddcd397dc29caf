import { createEmptyMap, toPersistentMap, type PersistentMap } from '../persistent-map.ts';
import type { Json } from '../json.ts';
import type { EntryEvent, EntryLine, PostedEntry } from './entry-events.ts';

/** Ledger state for decisions: last entry numbers and the records in use, but no lines. */
export interface LedgerState {
  /** Last number by `journal:fiscal year`. */
  readonly lastNumbers: PersistentMap<string, number>;
  readonly usedAccounts: PersistentMap<number, true>;
  readonly usedThirdParties: PersistentMap<number, true>;
  readonly usedJournals: PersistentMap<number, true>;
  readonly usedVatCodes: PersistentMap<number, true>;
  /** Number of lines that currently use an analytic code. */
  readonly usedAnalyticCodes: PersistentMap<number, number>;
  /** The opening entry of each fiscal year: an opening balance, or balances carried forward. */
  readonly openings: PersistentMap<number, number>;
  /** Number of closing entries in force per account. A change of account type would contradict them. */
  readonly closedAccounts: PersistentMap<number, number>;
}

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly ledger: LedgerState;
  }
}

export const initialLedger: LedgerState = {
  lastNumbers: createEmptyMap(),
  usedAccounts: createEmptyMap(),
  usedThirdParties: createEmptyMap(),
  usedJournals: createEmptyMap(),
  usedVatCodes: createEmptyMap(),
  usedAnalyticCodes: createEmptyMap(),
  openings: createEmptyMap(),
  closedAccounts: createEmptyMap(),
};

export function getLastNumber(state: LedgerState, journalId: number, fiscalYearId: number): number {
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
      const taken = countCodes(state.usedAnalyticCodes, previous, -1);
      return { ...state, usedAnalyticCodes: countCodes(taken, lines, 1) };
    }
    case 'EntryAmended':
    case 'EntryLinesDisputed':
      return state;
  }
}

function withEntry(state: LedgerState, entry: PostedEntry): LedgerState {
  let { usedAccounts, usedThirdParties, usedJournals, usedVatCodes, openings } = state;
  for (const { account_id, third_party_id, vat_code_id, brought_from } of entry.lines) {
    usedAccounts = addUsed(usedAccounts, account_id);
    if (brought_from) usedAccounts = addUsed(usedAccounts, brought_from.account_id);
    if (third_party_id !== null) usedThirdParties = addUsed(usedThirdParties, third_party_id);
    if (vat_code_id !== undefined) usedVatCodes = addUsed(usedVatCodes, vat_code_id);
  }
  usedJournals = addUsed(usedJournals, entry.journal_id);
  const isOpening = entry.layer === 'opening' || entry.layer === 'carried';
  if (isOpening && entry.reversed_entry_id === undefined) openings = openings.with(entry.fiscal_year_id, entry.id);
  const lastNumbers = state.lastNumbers.with(`${entry.journal_id}:${entry.fiscal_year_id}`, entry.number);
  const closedAccounts = countClosedAccounts(entry, state.closedAccounts);
  const usedAnalyticCodes = countCodes(state.usedAnalyticCodes, entry.lines, 1);
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

function countCodes(before: Codes, lines: readonly Pick<EntryLine, 'analytics'>[], step: 1 | -1): Codes {
  let counts = before;
  for (const { analytics } of lines)
    for (const { code_id } of analytics ?? []) {
      const count = (counts.get(code_id) ?? 0) + step;
      counts = count > 0 ? counts.with(code_id, count) : counts.without(code_id);
    }
  return counts;
}

/** Reopening a year reverses its closing entries, in the same layers. */
function countClosedAccounts({ layer, lines, reversed_entry_id }: PostedEntry, before: LedgerState['closedAccounts']) {
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

const addUsed = (used: PersistentMap<number, true>, id: number): PersistentMap<number, true> =>
  used.has(id) ? used : used.with(id, true);

export function packLedger(state: LedgerState) {
  const listKeys = (used: PersistentMap<number, true>) => [...used.entries()].map(([id]) => id);
  return {
    numbers: [...state.lastNumbers.entries()],
    accounts: listKeys(state.usedAccounts),
    thirdParties: listKeys(state.usedThirdParties),
    journals: listKeys(state.usedJournals),
    vatCodes: listKeys(state.usedVatCodes),
    analyticCodes: [...state.usedAnalyticCodes.entries()],
    openings: [...state.openings.entries()],
    closedAccounts: [...state.closedAccounts.entries()],
  };
}

type Packed = ReturnType<typeof packLedger>;

/** Older snapshots have no analytic codes, because no entry had any then. */
type PackedLedger = Omit<Packed, 'analyticCodes'> & Partial<Pick<Packed, 'analyticCodes'>>;

export function unpackLedger(packed: Json): LedgerState {
  const { numbers, accounts, thirdParties, journals, vatCodes, analyticCodes, openings, closedAccounts } =
    packed as PackedLedger;
  const toUsedMap = (ids: readonly number[]) => toPersistentMap(ids.map((id) => [id, true] as const));
  return {
    lastNumbers: toPersistentMap(numbers),
    usedAccounts: toUsedMap(accounts),
    usedThirdParties: toUsedMap(thirdParties),
    usedJournals: toUsedMap(journals),
    usedVatCodes: toUsedMap(vatCodes),
    usedAnalyticCodes: toPersistentMap(analyticCodes ?? []),
    openings: toPersistentMap(openings),
    closedAccounts: toPersistentMap(closedAccounts),
  };
}
