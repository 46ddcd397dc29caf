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

export interface KnownTaxRate {
  readonly rate: ExchangeRate;
  readonly on: PlainDate;
  readonly source: 'own' | 'ecb' | 'import';
}

/**
 * Units of the currency of VAT returns for one unit of the currency of the file, for a file that is kept in another one:
 * the own rate of the day, else the published one, else the same of the last day before it. Null: unknown.
 */
export function findTaxRate(
  { identity, exchangeRates, integrations }: Pick<CompanyFile, 'identity' | 'exchangeRates' | 'integrations'>,
  day: PlainDate,
): KnownTaxRate | null {
  const currency = getTaxCurrency(identity.country_pack);
  for (let age = 0; age <= OWN_DAYS; age += 1) {
    const on = addDays(day, -age);
    const own = exchangeRates.get(buildRateKey(currency, on));
    if (own) return { rate: own.rate, on, source: own.source };
    const published = age <= PUBLISHED_DAYS ? integrations.tax_rates[on] : undefined;
    if (published !== undefined) return { rate: published, on, source: 'ecb' };
  }
  return null;
}
