import type { PlainDate } from '../dates.ts';
import { RATE_PLACES } from '../currency/rates.ts';
import { divide } from '../money.ts';
import { listElements, type XmlElement } from '../xml.ts';

/** Reference rates of the European Central Bank: units of other currencies per euro, by day. */

export const RATES_FILE = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml';
const BASE = 'EUR';
/** A 90-day file has about sixty days. The full history is not imported. */
const MOST_DAYS = 100;
const MOST_CURRENCIES = 100;
/** Maximum age of a rate in days, to cover long holidays. */
export const RATE_DAYS = 7;

export interface RatesOfDay {
  readonly day: PlainDate;
  /** Units of the currency per euro, by currency code. */
  readonly rates: Readonly<Record<string, string>>;
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const CURRENCY = /^[A-Z]{3}$/;
const RATE = /^(?=.*[1-9])\d{1,9}(?:\.\d{1,8})?$/;

/** Returns the days of a file, oldest first, or null if the file is something else. Invalid rates are skipped. */
export function extractRates(root: XmlElement): readonly RatesOfDay[] | null {
  const days = listElements(root, 'Cube/Cube').filter(({ attributes }) => DAY.test(attributes['time'] ?? ''));
  if (root.name !== 'Envelope' || days.length === 0) return null;
  const read = days.map(({ attributes, children }): RatesOfDay => {
    const rates = children
      .slice(0, MOST_CURRENCIES)
      .flatMap(({ attributes: { currency = '', rate = '' } }) =>
        CURRENCY.test(currency) && RATE.test(rate) ? [[currency, rate] as const] : [],
      );
    return { day: attributes['time']!, rates: Object.fromEntries(rates) };
  });
  return read
    .filter(({ rates }) => Object.keys(rates).length > 0)
    .sort((one, other) => (one.day < other.day ? -1 : 1))
    .slice(-MOST_DAYS);
}

/** Units of a currency for one unit of another, from rates of one day. Null if one of them is not quoted. */
export function computePublishedRate(
  rates: Readonly<Record<string, string>>,
  currency: string,
  base: string,
): string | null {
  const findQuote = (code: string) => (code === BASE ? '1' : (rates[code] ?? null));
  const [units, ofBase] = [findQuote(currency), findQuote(base)];
  if (!units || !ofBase) return null;
  return base === BASE ? units : divide(units, ofBase, RATE_PLACES);
}
