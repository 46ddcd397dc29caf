import type { CompanyFile } from '../company-file-state.ts';
import { convertToBase, invertRate, isExchangeRate, isSameRate, type ExchangeRate } from '../currency/rates.ts';
import { buildRateKey } from '../currency/state.ts';
import { findTaxRate, getTaxCurrency, isKeptInTaxCurrency } from '../currency/tax-rate.ts';
import type { PlainDate } from '../dates.ts';
import { shape, type ObjectOfShapes } from '../event.ts';
import type { Json, JsonRecord } from '../json.ts';
import { add, sum, type SignedAmount } from '../money.ts';
import type { Checked, Problem } from '../refusal.ts';

/**
 * A document in a foreign currency has two rates: the net amount is booked at one, the tax is reported at the other. Most
 * often they are the same. Both are units of the currency for one unit of the currency of the company file.
 */

export const RATE_SOURCES = ['ecb', 'own', 'import'] as const;
export type DocumentRateSource = (typeof RATE_SOURCES)[number];

const rate = '^\\d{1,15}(\\.\\d{1,8})?$';

/** All optional in events. Those of the tax are empty if it has the rate of the document. */
export const rateShapes = {
  /** Day of the rate; empty in earlier events: the date of the document. */
  exchange_rate_on: shape.optionalDate,
  exchange_rate_source: shape.optionalOneOf(...RATE_SOURCES),
  tax_exchange_rate: shape.optionalMatching(rate),
  tax_exchange_rate_on: shape.optionalDate,
  tax_exchange_rate_source: shape.optionalOneOf(...RATE_SOURCES),
};

type StatedRates = ObjectOfShapes<typeof rateShapes>;

export interface DocumentRates extends StatedRates {
  readonly exchange_rate: ExchangeRate | null;
}

export const NO_STATED_RATES: StatedRates = {
  exchange_rate_on: null,
  exchange_rate_source: null,
  tax_exchange_rate: null,
  tax_exchange_rate_on: null,
  tax_exchange_rate_source: null,
};

const NO_RATES: DocumentRates = { exchange_rate: null, ...NO_STATED_RATES };

interface RequestedRates extends Partial<DocumentRates> {
  readonly document_date: PlainDate;
}

/**
 * Without a source, a rate was entered by a user. A document in the currency of the file has no rates, unless VAT is
 * declared in another currency: then the rate of the tax is the given one, or that of its day, in units of that currency.
 */
export function resolveRates(requested: RequestedRates, currency: string, file: CompanyFile): Checked<DocumentRates> {
  if (currency === file.identity.currency) return resolveOwnRates(requested, file);
  const { document_date, exchange_rate = null, tax_exchange_rate = null } = requested;
  const problems = [
    ...findRateProblem(exchange_rate, 'exchange_rate'),
    ...findRateProblem(tax_exchange_rate, 'tax_exchange_rate'),
  ];
  const booking =
    exchange_rate === null
      ? NO_RATES
      : {
          ...NO_RATES,
          exchange_rate,
          exchange_rate_on: requested.exchange_rate_on ?? document_date,
          exchange_rate_source: requested.exchange_rate_source ?? 'own',
        };
  const taxOn = requested.tax_exchange_rate_on ?? document_date;
  const isSame = isSameRate(tax_exchange_rate, exchange_rate) && taxOn === booking.exchange_rate_on;
  if (tax_exchange_rate === null || isSame) return { value: booking, problems };
  const tax_exchange_rate_source = requested.tax_exchange_rate_source ?? 'own';
  return {
    value: { ...booking, tax_exchange_rate, tax_exchange_rate_on: taxOn, tax_exchange_rate_source },
    problems,
  };
}

function resolveOwnRates(requested: RequestedRates, file: CompanyFile): Checked<DocumentRates> {
  if (isKeptInTaxCurrency(file)) return { value: NO_RATES, problems: [] };
  const { document_date, tax_exchange_rate: given = null } = requested;
  if (given !== null && isEnteredRate(requested, file)) {
    const [on, source] = [requested.tax_exchange_rate_on ?? document_date, 'own'] as const;
    const value = {
      ...NO_RATES,
      tax_exchange_rate: given,
      tax_exchange_rate_on: on,
      tax_exchange_rate_source: source,
    };
    return { value, problems: findRateProblem(given, 'tax_exchange_rate') };
  }
  const known = findTaxRate(file, document_date);
  if (!known) return { value: NO_RATES, problems: [] };
  const { rate: tax_exchange_rate, on: tax_exchange_rate_on, source: tax_exchange_rate_source } = known;
  return { value: { ...NO_RATES, tax_exchange_rate, tax_exchange_rate_on, tax_exchange_rate_source }, problems: [] };
}

/** Whether a user entered it for the document. A known rate is looked up again, since the date may have changed. */
function isEnteredRate(requested: RequestedRates, { exchangeRates, identity }: CompanyFile): boolean {
  const { tax_exchange_rate, tax_exchange_rate_on: on, tax_exchange_rate_source: source = null } = requested;
  if (source === null || !on) return true;
  const known = exchangeRates.get(buildRateKey(getTaxCurrency(identity.country_pack), on));
  return source === 'own' && !isSameRate(known?.rate ?? null, tax_exchange_rate ?? null);
}

/** Whether the rates of a document lead to the books only, so that its tax needs the rate of the VAT returns too. */
export const isInThirdCurrency = (currency: string, bookCurrency: string, taxCurrency: string): boolean =>
  bookCurrency !== taxCurrency && currency !== bookCurrency && currency !== taxCurrency;

/** Units of the currency of VAT returns for one unit of the currency of the file, on the day of such a document. */
export function findReturnRate(
  { currency, document_date }: { readonly currency: string; readonly document_date: PlainDate },
  file: CompanyFile,
): ExchangeRate | null {
  const { identity } = file;
  return isInThirdCurrency(currency, identity.currency, getTaxCurrency(identity.country_pack))
    ? (findTaxRate(file, document_date)?.rate ?? null)
    : null;
}

const findRateProblem = (value: ExchangeRate | null, field: string): readonly Problem[] =>
  value === null || isExchangeRate(value) ? [] : [{ code: 'exchange_rate_invalid', field }];

type Rated = Pick<DocumentRates, 'exchange_rate'> & Partial<Pick<DocumentRates, 'tax_exchange_rate'>>;

/** The rate of the tax. Null if none is known. */
export const getTaxRate = ({ exchange_rate, tax_exchange_rate = null }: Rated): ExchangeRate | null =>
  tax_exchange_rate ?? exchange_rate;

/** The rate of the tax and its day. Null if none is known. */
export function findTaxRateAndDay(
  document: DocumentRates & { readonly document_date: PlainDate },
): { readonly rate: ExchangeRate; readonly on: PlainDate } | null {
  const { exchange_rate, exchange_rate_on, tax_exchange_rate, tax_exchange_rate_on, document_date } = document;
  if (tax_exchange_rate !== null) return { rate: tax_exchange_rate, on: tax_exchange_rate_on ?? document_date };
  return exchange_rate === null ? null : { rate: exchange_rate, on: exchange_rate_on ?? document_date };
}

export interface BaseAmounts {
  readonly base_amount_net: SignedAmount | null;
  readonly base_amount_vat: SignedAmount | null;
  readonly base_amount_gross: SignedAmount | null;
}

interface Amounts extends Rated {
  readonly currency: string;
  readonly amount_net: SignedAmount;
  readonly amount_vat: SignedAmount;
  readonly amount_gross: SignedAmount;
  readonly lines: readonly { readonly amount_net: SignedAmount }[];
}

/** In the currency of the file, as they are posted: each line by itself, the tax as a whole. Null without a rate. */
export function computeBaseAmounts(document: Amounts, bookCurrency: string): BaseAmounts {
  const { amount_net, amount_vat, amount_gross, exchange_rate } = document;
  if (document.currency === bookCurrency)
    return { base_amount_net: amount_net, base_amount_vat: amount_vat, base_amount_gross: amount_gross };
  if (exchange_rate === null) return { base_amount_net: null, base_amount_vat: null, base_amount_gross: null };
  const net = sum(document.lines.map((line) => convertToBase(line.amount_net, exchange_rate)));
  const vat = convertToBase(amount_vat, getTaxRate(document)!);
  return { base_amount_net: net, base_amount_vat: vat, base_amount_gross: add(net, vat) };
}

/** Until version 1 of the events, a rate was the value of one unit of the foreign currency. */
export const turnRateRound = (data: JsonRecord): JsonRecord =>
  typeof data['exchange_rate'] === 'string' ? { ...data, exchange_rate: invertRate(data['exchange_rate']) } : data;

export const turnChangedRatesRound = (data: JsonRecord): JsonRecord => ({
  ...data,
  changes: turnIfRecord(data['changes']),
  previous: turnIfRecord(data['previous']),
});

const turnIfRecord = (value: Json | undefined): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? turnRateRound(value as JsonRecord) : {};
