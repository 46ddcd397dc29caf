import { computeRate, convertToBase, disagrees, RATE_PLACES, type ExchangeRate } from '../currency/rates.ts';
import type { PlainDate } from '../dates.ts';
import type { DocumentRates } from '../documents/document-rates.ts';
import { absolute, compare, divide, type SignedAmount } from '../money.ts';
import type { ExtractedSheet } from './sheet.ts';

/**
 * The rate of the tax that a document states in both currencies, if no rate was requested and the known one gives another
 * amount. It is also the rate of a document for which no other rate is known.
 */
export function deriveTaxRate(
  { totals }: Pick<ExtractedSheet, 'totals'>,
  known: Partial<DocumentRates>,
  date: PlainDate,
): Partial<DocumentRates> {
  const stated = totals.vat_base_currency ?? null;
  if (typeof known.tax_exchange_rate === 'string' || stated === null || totals.vat === null) return {};
  const rate = findShortestRate(totals.vat, stated);
  if (rate === null) return {};
  if (typeof known.exchange_rate !== 'string')
    return { exchange_rate: rate, exchange_rate_on: date, exchange_rate_source: 'import' };
  if (!disagrees(known.exchange_rate, totals.vat, stated)) return {};
  return { tax_exchange_rate: rate, tax_exchange_rate_on: date, tax_exchange_rate_source: 'import' };
}

/** Rates are published with four decimals or more. */
const FEWEST_PLACES = 4;

/** The rate with the fewest decimals that gives the tax in euros: the amounts are rounded, and the rate was not. */
function findShortestRate(vat: SignedAmount, stated: SignedAmount): ExchangeRate | null {
  const exact = computeRate(vat, stated);
  if (exact === null) return null;
  for (let places = FEWEST_PLACES; places < RATE_PLACES; places += 1) {
    const rate = divide(absolute(vat), absolute(stated), places);
    if (compare(rate, '0.00') > 0 && compare(convertToBase(vat, rate), stated) === 0) return rate;
  }
  return exact;
}
