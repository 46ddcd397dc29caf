import { onFacts, type FactsOfSubject, type UndoFacts } from '../history/undo.ts';
import { entryEvents, type EntryEvent } from '../ledger/entry-events.ts';
import { add, subtract, ZERO, type SignedAmount } from '../money.ts';
import type { FiscalYear } from './fiscal-year-events.ts';

export type KnownFiscalYear = Pick<FiscalYear, 'id' | 'code' | 'starts_on' | 'ends_on' | 'period_length'>;

declare module '../history/undo.ts' {
  interface UndoFacts {
    /** Includes those deleted since. */
    readonly fiscalYears: ReadonlyMap<number, KnownFiscalYear>;
    /** Balances of the accounts in a year, over all its entries. Debit is positive. */
    readonly yearBalances: ReadonlyMap<number, ReadonlyMap<number, SignedAmount>>;
    /** The same in currencies, by `account:currency`. */
    readonly yearCurrencies: ReadonlyMap<number, ReadonlyMap<string, SignedAmount>>;
  }
  interface UndoNeeds {
    readonly fiscalYears?: readonly number[];
    readonly yearBalances?: readonly number[];
  }
}

export const fiscalYearUndoFacts = {
  none: { fiscalYears: new Map(), yearBalances: new Map(), yearCurrencies: new Map() },
  evolve: [onFacts(entryEvents, evolveBalances)],
} satisfies FactsOfSubject;

function evolveBalances(facts: UndoFacts, event: EntryEvent): UndoFacts {
  if (event.type !== 'EntryPosted') return facts;
  const { fiscal_year_id, lines } = event.data;
  const before = facts.yearBalances.get(fiscal_year_id);
  if (!before) return facts;
  const after = new Map(before);
  const currencies = new Map(facts.yearCurrencies.get(fiscal_year_id));
  for (const line of lines) {
    const { account_id, debit, credit } = line;
    after.set(account_id, add(after.get(account_id) ?? ZERO, subtract(debit, credit)));
    if (line.currency === undefined) continue;
    const key = buildCurrencyKey(account_id, line.currency);
    currencies.set(key, add(currencies.get(key) ?? ZERO, line.currency_amount!));
  }
  return {
    ...facts,
    yearBalances: new Map(facts.yearBalances).set(fiscal_year_id, after),
    yearCurrencies: new Map(facts.yearCurrencies).set(fiscal_year_id, currencies),
  };
}

export const buildCurrencyKey = (accountId: number, currency: string): string => `${accountId}:${currency}`;
