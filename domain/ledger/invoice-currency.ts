import { convertToBase, disagrees, type ExchangeRate } from '../currency/rates.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { refuseUnknownRate } from '../currency/unknown-rate.ts';
import type { PlainDate } from '../dates.ts';
import type { Refusal } from '../refusal.ts';
import { absolute, add, compare, isZero, subtract, sum, type Percentage, type SignedAmount } from '../money.ts';
import type { ResolvedLine } from './invoice-lines.ts';
import { buildLineCurrency, type LineCurrency } from './line-currency.ts';
import { splitTax, type Taxed } from './vat.ts';

/** An invoice in a foreign currency: its amounts are in that currency, and are posted at these rates. */
export interface InvoiceCurrency {
  readonly currency: string;
  /** Of the net amounts. */
  readonly rate: ExchangeRate;
  /** Of the tax and its base in the VAT return. */
  readonly taxRate: ExchangeRate;
}

/** The same as requested. */
export interface RequestedInvoiceCurrency {
  readonly currency: string;
  /** Null: not known. */
  readonly rate: ExchangeRate | null;
  /** Null: the same. */
  readonly taxRate: ExchangeRate | null;
  /** Days on which the rates are looked up; absent or null: the date of the entry. */
  readonly on?: PlainDate | null;
  readonly taxOn?: PlainDate | null;
}

/** Undefined for an invoice in the currency of the file. */
export function resolveInvoiceCurrency(
  requested: RequestedInvoiceCurrency | undefined,
  entryDate: PlainDate,
  { identity }: Pick<CompanyFile, 'identity'>,
): InvoiceCurrency | Refusal | undefined {
  if (!requested || requested.currency === identity.currency) return undefined;
  const { currency, rate, taxRate, on } = requested;
  if (rate === null) return refuseUnknownRate(currency, on ?? entryDate, 'exchange_rate');
  if (taxRate === null && requested.taxOn) return refuseUnknownRate(currency, requested.taxOn, 'tax_exchange_rate');
  return { currency, rate, taxRate: taxRate ?? rate };
}

export interface PricedLines {
  readonly counted: readonly ResolvedLine[];
  readonly taxes: readonly Taxed[];
}

/**
 * The same in the currency of the books. Each line is rounded by itself. The tax is converted as a whole, as the invoice
 * states it: a rest from the rounding of several codes goes to the largest of them.
 */
export function convertInvoice(
  { counted, taxes }: PricedLines,
  { rate, taxRate }: InvoiceCurrency,
  deducted: Percentage,
): PricedLines {
  const lines = counted.map((line) => ({
    ...line,
    amount: convertToBase(line.amount, rate),
    base: convertToBase(line.base, taxRate),
  }));
  const converted = taxes.map(({ tax }) => convertToBase(tax, taxRate));
  const place = findLargest(taxes.map(({ charged }) => charged));
  if (place !== null) {
    const whole = convertToBase(sum(taxes.map(({ charged }) => charged)), taxRate);
    const parts = sum(converted.filter((_, index) => !isZero(taxes[index]!.charged)));
    converted[place] = add(converted[place]!, subtract(whole, parts));
  }
  return {
    counted: lines,
    taxes: taxes.map(({ rule }, index) => {
      const base = sum(lines.filter((line) => line.rule === rule).map((line) => line.base));
      return splitTax(rule, base, converted[index]!, deducted);
    }),
  };
}

function findLargest(amounts: readonly SignedAmount[]): number | null {
  let place: number | null = null;
  for (const [index, amount] of amounts.entries())
    if (!isZero(amount) && (place === null || compare(absolute(amount), absolute(amounts[place]!)) > 0)) place = index;
  return place;
}

/** The members of a line: with the rate of the invoice, unless its parts were converted at different rates. */
export function toLineCurrency(
  { currency, rate, taxRate }: InvoiceCurrency,
  currencyAmount: SignedAmount,
  base: SignedAmount,
): LineCurrency {
  const fitting = [rate, taxRate].find((one) => !disagrees(one, currencyAmount, base)) ?? null;
  return buildLineCurrency(currency, currencyAmount, base, fitting);
}
