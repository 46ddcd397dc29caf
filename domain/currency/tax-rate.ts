import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import { addDays, type PlainDate } from '../dates.ts';
import type { ExchangeRate } from './rates.ts';
import { buildRateKey } from './state.ts';

/** VAT is declared in the currency of the country, even if the books are kept in another one. */
export const getTaxCurrency = (country: string): string => findCountryPack(country)!.currency;

export const isKeptInTaxCurrency = ({ identity }: Pick<CompanyFile, 'identity'>): boolean =>
  identity.currency === getTaxCurrency(identity.country_pack);

/** A published rate is used for at most a week, since a later one must exist; an own rate for at most a year. */
const PUBLISHED_DAYS = 7;
export const OWN_DAYS = 366;

/**
 * Units of the currency of VAT returns for one unit of the currency of the file, for a file that is kept in another one:
 * the own rate of the day, else the published one, else the same of the last day before it. Null: unknown.
 */
export function findTaxRate(
  { identity, exchangeRates, integrations }: Pick<CompanyFile, 'identity' | 'exchangeRates' | 'integrations'>,
  on: PlainDate,
): ExchangeRate | null {
  const currency = getTaxCurrency(identity.country_pack);
  for (let age = 0; age <= OWN_DAYS; age += 1) {
    const day = addDays(on, -age);
    const own = exchangeRates.get(buildRateKey(currency, day))?.rate;
    const rate = own ?? (age <= PUBLISHED_DAYS ? integrations.tax_rates[day] : undefined);
    if (rate !== undefined) return rate;
  }
  return null;
}
