import { z } from 'zod';
import { isZero, subtract, ZERO } from '../../domain/money.ts';
import {
  areZero,
  buildTrialBalance,
  type AccountSums,
  type Columns,
  type TrialBalance,
  type TrialBalanceOptions,
  type TrialBalanceRow,
} from '../../domain/reports/trial-balance.ts';
import { toSumsInCurrency, type CurrencySums } from '../../projections/reports/currency-sums.ts';
import { currencyCode } from '../http/input/fields.ts';
import { decimalString } from '../http/reply/output.ts';
import type { Cell } from '../exports/document.ts';
import { blankIfZero, type ColumnDeclaration } from './document.ts';
import { BalanceColumns, computeClosingBalance, presentColumns } from './report.ts';

/** Amounts in currency on reports, beside those in the currency of the company file. */

export const currencyQuery = {
  currency: currencyCode().optional().meta({ description: 'Only lines in this currency, with their amounts in it.' }),
};

export const CurrencyColumns = {
  currency: z
    .string()
    .nullable()
    .meta({ description: 'Currency of the account, or the one asked for; null if there is none.' }),
  in_currency: z
    .object({ ...BalanceColumns, balance: decimalString })
    .meta({ id: 'BalanceInCurrency' })
    .nullable()
    .meta({ description: 'The same amounts in that currency.' }),
};

/** A row with the same amounts in a currency, if it has one. */
export interface CurrencyRow extends TrialBalanceRow {
  readonly currency: string | null;
  readonly inCurrency: Columns | null;
}

export interface CurrencyTrialBalance extends TrialBalance {
  readonly rows: readonly CurrencyRow[];
  /** Of all rows, if a currency was asked for. */
  readonly currencyTotals: Columns | null;
}

const buildKey = ({ number, isProvisional }: TrialBalanceRow): string => `${number}|${isProvisional}`;

/** Each account with its amounts in its own currency. Groups of accounts have none. */
export function withOwnCurrencies(
  { rows, totals }: TrialBalance,
  currencies: readonly CurrencySums[],
  options: TrialBalanceOptions,
): CurrencyTrialBalance {
  const found = options.level === null && currencies.length > 0 ? buildCurrencyRows(currencies, options).rows : [];
  const codes = new Map(currencies.map(({ number, currency }) => [number, currency]));
  const columns = new Map(found.filter(({ isProvisional }) => !isProvisional).map((row) => [row.number, row.columns]));
  return {
    rows: rows.map((row) => {
      const inCurrency = (row.isProvisional ? undefined : columns.get(row.number)) ?? null;
      return { ...row, currency: inCurrency && codes.get(row.number)!, inCurrency };
    }),
    totals,
    currencyTotals: null,
  };
}

/** The lines of one currency alone: in the currency of the company file, and in that currency. */
export function buildTrialBalanceInCurrency(
  currency: string,
  sums: readonly CurrencySums[],
  options: TrialBalanceOptions,
): CurrencyTrialBalance {
  const { rows, totals } = buildTrialBalance(sums, { ...options, withZero: true });
  const found = buildCurrencyRows(sums, options);
  const columns = new Map(found.rows.map((row) => [buildKey(row), row.columns]));
  return {
    rows: rows
      .map((row) => ({ ...row, currency, inCurrency: columns.get(buildKey(row)) ?? null }))
      .filter((row) => options.withZero || !areZero(row.columns) || (row.inCurrency && !areZero(row.inCurrency))),
    totals,
    currencyTotals: found.totals,
  };
}

const buildCurrencyRows = (sums: readonly CurrencySums[], options: TrialBalanceOptions): TrialBalance =>
  buildTrialBalance(sums.map(toSumsInCurrency), { ...options, withZero: true });

/**
 * Whether the lines of each account kept in a currency add up to the same in both readings, in the currency of the company
 * file. Any posting to such an account changes these amounts.
 */
export function areSameSums(sums: readonly AccountSums[], currencies: readonly CurrencySums[]): boolean {
  const inCurrency = new Map(currencies.map((one) => [one.id, one]));
  return sums.every(({ id, currency = null, before, opening, debit, credit }) => {
    if (currency === null) return true;
    const other = inCurrency.get(id);
    const pairs = [
      [before, other?.before],
      [opening, other?.opening],
      [debit, other?.debit],
      [credit, other?.credit],
    ];
    return pairs.every(([one, two]) => isZero(subtract(one ?? ZERO, two ?? ZERO)));
  });
}

export const presentInCurrency = (columns: Columns | null) =>
  columns && { ...presentColumns(columns), balance: computeClosingBalance(columns) };

type PresentedColumns = ReturnType<typeof presentInCurrency>;

/** Columns of a file, if any of its rows has a currency. */
export const CURRENCY_COLUMNS: readonly ColumnDeclaration[] = [
  ['currency', 'text', 8],
  ['currency_debit', 'amount', 16],
  ['currency_credit', 'amount', 16],
  ['currency_balance', 'amount', 16],
];

export const toCurrencyCells = (currency: string | null, shown: PresentedColumns): readonly Cell[] =>
  shown === null
    ? [null, null, null, null]
    : [currency, blankIfZero(shown.period_debit), blankIfZero(shown.period_credit), shown.balance];
