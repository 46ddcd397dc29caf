import { computeRate, disagrees } from '../currency/rates.ts';
import type { PlainDate } from '../dates.ts';
import type { DocumentRates } from '../documents/document-rates.ts';
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
  const rate = computeRate(totals.vat, stated);
  if (rate === null) return {};
  if (typeof known.exchange_rate !== 'string')
    return { exchange_rate: rate, exchange_rate_on: date, exchange_rate_source: 'import' };
  if (!disagrees(known.exchange_rate, totals.vat, stated)) return {};
  return { tax_exchange_rate: rate, tax_exchange_rate_on: date, tax_exchange_rate_source: 'import' };
}
