/**
 * Exchange differences of a country: which accounts hold money or items in a foreign currency, where realised differences
 * go, and how open items are valued at the end of a year. Each row of the data files has its source and how certain it is.
 */
import { readOneOf, readOptional, readTable, readWords, type DataTable } from '../data-table.ts';
import type { Labels } from '../language.ts';

/** Kind of an item; `affiliated` is owed by or to an affiliated company. */
export const EXCHANGE_KINDS = ['trade', 'financial', 'affiliated'] as const;
export type ExchangeKind = (typeof EXCHANGE_KINDS)[number];

export const REVALUATION_METHODS = ['net', 'all', 'item', 'global', 'prudent', 'closing_rate'] as const;
export type RevaluationMethod = (typeof REVALUATION_METHODS)[number];

/** The accounts for a purpose; empty: none. */
export interface ExchangeAccounts {
  readonly purpose: ExchangePurpose;
  /** The only chart variant with these accounts; null: all that have no row of their own. */
  readonly chart: string | null;
  readonly loss: string | null;
  readonly gain: string | null;
  readonly source: string;
  readonly certainty: Certainty;
}

/** Accounts by prefix. The longest prefix decides; accounts without one hold nothing that is revalued. */
export interface ExchangeItems {
  /** `none`: not revalued, such as advances, taxes and write-downs. */
  readonly kind: ExchangeKind | 'cash' | 'none';
  readonly prefixes: readonly string[];
  readonly source: string;
  readonly certainty: Certainty;
}

export interface PackExchange {
  readonly accounts: readonly ExchangeAccounts[];
  readonly items: readonly ExchangeItems[];
  /** The first is the default. */
  readonly methods: readonly RevaluationMethod[];
  /** Whether the law requires the reversal on the next day, or the company chooses. */
  readonly reversal: 'required' | 'optional';
  /** Names of accounts that are not in the chart, created on first use. */
  readonly ownAccounts: Readonly<Record<string, Labels>>;
}

/**
 * - `trade`, `financial`, `affiliated`: realised differences, by the kind of the item;
 * - `cash`: differences of bank and cash accounts at the end of a year;
 * - `… revalued`: differences of open items taken to the result at the end of a year;
 * - `working`: accounts through which the differences of a currency are set off; they end at zero;
 * - `deferred`: net gain that stays on the balance sheet;
 * - `… translated`: differences that stay on the balance sheet, item by item;
 * - `provision`: the provision for losses; `… provision`: its charge (loss) and its release (gain).
 */
const PURPOSES = [
  ...EXCHANGE_KINDS,
  'cash',
  'trade revalued',
  'financial revalued',
  'affiliated revalued',
  'working',
  'deferred',
  'receivable translated',
  'debt translated',
  'provision',
  'trade provision',
  'financial provision',
] as const;
export type ExchangePurpose = (typeof PURPOSES)[number];

const CERTAINTIES = ['certain', 'likely', 'unsure'] as const;
type Certainty = (typeof CERTAINTIES)[number];

/** The key of a row for one chart ends with the name of the chart. */
export function readExchangeAccounts(table: DataTable): readonly ExchangeAccounts[] {
  return readTable(table, ['purpose', 'chart', 'loss', 'gain', 'source', 'certainty']).map((row) => ({
    purpose: readOneOf(row.chart === '' ? row.purpose : row.purpose.slice(0, -row.chart.length - 1), PURPOSES),
    chart: readOptional(row.chart),
    loss: readOptional(row.loss),
    gain: readOptional(row.gain),
    source: row.source,
    certainty: readOneOf(row.certainty, CERTAINTIES),
  }));
}

export function readExchangeItems(table: DataTable): readonly ExchangeItems[] {
  return readTable(table, ['prefixes', 'kind', 'source', 'certainty']).map((row) => ({
    kind: readOneOf(row.kind, [...EXCHANGE_KINDS, 'cash', 'none']),
    prefixes: readWords(row.prefixes),
    source: row.source,
    certainty: readOneOf(row.certainty, CERTAINTIES),
  }));
}

/** What an account holds; null if nothing on it is revalued. */
export function findExchangeKind({ items }: PackExchange, number: string): ExchangeKind | 'cash' | null {
  let best: { readonly kind: ExchangeItems['kind']; readonly length: number } | null = null;
  for (const { kind, prefixes } of items)
    for (const prefix of prefixes)
      if (number.startsWith(prefix) && prefix.length > (best?.length ?? 0)) best = { kind, length: prefix.length };
  return best === null || best.kind === 'none' ? null : best.kind;
}

/** The account number for a purpose in this chart. @throws if the country has none. */
export function getExchangeAccount(
  { accounts }: PackExchange,
  chart: string,
  purpose: ExchangePurpose,
  side: 'loss' | 'gain',
): string {
  const found = accounts.filter((row) => row.purpose === purpose && row[side] !== null);
  const row = found.find((one) => one.chart === chart) ?? found.find((one) => one.chart === null);
  if (!row) throw new Error(`The country has no account for ${purpose}, ${side}`);
  return row[side]!;
}

/** Accounts for the realised difference of an item on the account with this number. Cash counts as financial. */
export function getRealisedAccounts(
  exchange: PackExchange,
  chart: string,
  number: string,
): { readonly gain: string; readonly loss: string } {
  const kind = findExchangeKind(exchange, number) ?? 'trade';
  const purpose = kind === 'cash' ? 'financial' : kind;
  return {
    gain: getExchangeAccount(exchange, chart, purpose, 'gain'),
    loss: getExchangeAccount(exchange, chart, purpose, 'loss'),
  };
}

/** The accounts through which the differences of a currency are set off in Belgium. */
export const workingAccounts: Readonly<Record<string, Labels>> = {
  '496000': {
    fr: 'Écarts de conversion négatifs - compte de travail',
    nl: 'Negatieve omrekeningsverschillen - werkrekening',
    en: 'Translation losses - working account',
    de: 'Negative Umrechnungsdifferenzen - Arbeitskonto',
  },
  '497000': {
    fr: 'Écarts de conversion positifs - compte de travail',
    nl: 'Positieve omrekeningsverschillen - werkrekening',
    en: 'Translation gains - working account',
    de: 'Positive Umrechnungsdifferenzen - Arbeitskonto',
  },
};
