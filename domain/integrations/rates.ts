import type { PlainDate } from '../dates.ts';
import { divide } from '../money.ts';
import { elementsAt, type XmlElement } from '../xml.ts';

/** Reference rates of the European Central Bank: what one euro is in other currencies, a day each. */

export const RATES_FILE = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml';
const BASE = 'EUR';
/** A file of ninety days has some sixty of them; the whole history is no business of a run. */
const MOST_DAYS = 100;
const MOST_CURRENCIES = 100;
/** Before a holiday that lasts, the last rate is so many days old. */
export const RATE_DAYS = 7;
const RATE_PLACES = 8;

export interface RatesOfDay {
  readonly day: PlainDate;
  /** Units of the currency for one euro, by its code. */
  readonly rates: Readonly<Record<string, string>>;
}

const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const CURRENCY = /^[A-Z]{3}$/;
const RATE = /^(?=.*[1-9])\d{1,9}(?:\.\d{1,8})?$/;

/** The days of a file, the oldest first; null for what is no such file. A rate that cannot be one is left out. */
export function ratesIn(root: XmlElement): readonly RatesOfDay[] | null {
  const days = elementsAt(root, 'Cube/Cube').filter(({ attributes }) => DAY.test(attributes['time'] ?? ''));
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

/** What one unit of a currency is in another; null when one of them is not quoted. */
export function exchangeRate(rates: Readonly<Record<string, string>>, from: string, to: string): string | null {
  const [ofFrom, ofTo] = [from, to].map((currency) => (currency === BASE ? '1' : (rates[currency] ?? null)));
  if (!ofFrom || !ofTo) return null;
  return divide(ofTo, ofFrom, RATE_PLACES);
}
