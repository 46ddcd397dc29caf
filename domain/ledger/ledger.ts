import { emptyMap, mapOf, type PersistentMap } from '../persistent-map.ts';
import type { JsonRecord } from '../json.ts';
import type { EntryEvent } from './entry-events.ts';

/** What decisions need to know of the entries: last numbers and what is in use, never the lines. */
export interface LedgerState {
  /** Last number by `journal:fiscal year`. */
  readonly lastNumbers: PersistentMap<string, number>;
  readonly usedAccounts: PersistentMap<number, true>;
  readonly usedThirdParties: PersistentMap<number, true>;
  readonly usedJournals: PersistentMap<number, true>;
}

export const initialLedger: LedgerState = {
  lastNumbers: emptyMap(),
  usedAccounts: emptyMap(),
  usedThirdParties: emptyMap(),
  usedJournals: emptyMap(),
};

export function lastNumber(state: LedgerState, journalId: number, fiscalYearId: number): number {
  return state.lastNumbers.get(`${journalId}:${fiscalYearId}`) ?? 0;
}

export function hasEntries(state: LedgerState, fiscalYearId: number): boolean {
  for (const [key] of state.lastNumbers.entries()) if (key.endsWith(`:${fiscalYearId}`)) return true;
  return false;
}

export function evolveLedger(state: LedgerState, { data }: EntryEvent): LedgerState {
  let { usedAccounts, usedThirdParties, usedJournals } = state;
  for (const { account_id, third_party_id } of data.lines) {
    if (!usedAccounts.has(account_id)) usedAccounts = usedAccounts.with(account_id, true);
    if (third_party_id !== null && !usedThirdParties.has(third_party_id))
      usedThirdParties = usedThirdParties.with(third_party_id, true);
  }
  if (!usedJournals.has(data.journal_id)) usedJournals = usedJournals.with(data.journal_id, true);
  const lastNumbers = state.lastNumbers.with(`${data.journal_id}:${data.fiscal_year_id}`, data.number);
  return { lastNumbers, usedAccounts, usedThirdParties, usedJournals };
}

export function packLedger(state: LedgerState): JsonRecord {
  const keys = (used: PersistentMap<number, true>) => [...used.entries()].map(([id]) => id);
  return {
    numbers: [...state.lastNumbers.entries()],
    accounts: keys(state.usedAccounts),
    thirdParties: keys(state.usedThirdParties),
    journals: keys(state.usedJournals),
  };
}

export function unpackLedger(packed: JsonRecord): LedgerState {
  const used = (name: string) => mapOf((packed[name] as number[]).map((id) => [id, true] as const));
  return {
    lastNumbers: mapOf(packed['numbers'] as unknown as [string, number][]),
    usedAccounts: used('accounts'),
    usedThirdParties: used('thirdParties'),
    usedJournals: used('journals'),
  };
}
