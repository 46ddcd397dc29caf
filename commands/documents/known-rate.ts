import type pg from 'pg';
import type { PlainDate } from '../../domain/dates.ts';
import { NO_STATED_RATES, type DocumentRates } from '../../domain/documents/document-rates.ts';
import { findRate } from '../../projections/currency/find-rate.ts';

/** Rates of a document as requested: what is absent or null is looked up. */
export interface Rated extends Partial<DocumentRates> {
  /** Null: the currency of the company file. */
  readonly currency: string | null;
  readonly document_date: PlainDate;
}

type FoundRates = Partial<DocumentRates>;

/** The rates of a document on its date, or on the days that were requested. Empty where none is known. */
export async function findKnownRates(pool: pg.Pool, companyId: number, document: Rated): Promise<FoundRates> {
  const { currency, document_date, exchange_rate_on, tax_exchange_rate_on } = document;
  if (currency === null) return {};
  const isBookingGiven = typeof document.exchange_rate === 'string';
  const isTaxGiven = typeof document.tax_exchange_rate === 'string' || !tax_exchange_rate_on;
  const [booking, tax] = await Promise.all([
    isBookingGiven ? null : findRate(pool, companyId, currency, exchange_rate_on ?? document_date),
    isTaxGiven ? null : findRate(pool, companyId, currency, tax_exchange_rate_on),
  ]);
  return {
    ...(booking && {
      exchange_rate: booking.rate,
      exchange_rate_on: booking.on,
      exchange_rate_source: booking.source,
    }),
    ...(tax && {
      tax_exchange_rate: tax.rate,
      tax_exchange_rate_on: tax.on,
      tax_exchange_rate_source: tax.source,
    }),
  };
}

/** Adds the rates of the document date if they are needed and none were given. */
export const withKnownRates = async <Document extends Rated>(
  pool: pg.Pool,
  companyId: number,
  document: Document,
): Promise<Document> => ({ ...document, ...(await findKnownRates(pool, companyId, document)) });

type Changes = Partial<Rated>;

/**
 * Looks the rates up again if they are removed, or if the currency changes. A new date changes a published rate, but
 * not one that a user has entered.
 */
export async function withChangedRates<Changed extends Changes>(
  pool: pg.Pool,
  companyId: number,
  changes: Changed,
  before: Rated & DocumentRates,
): Promise<Changed> {
  const currency = changes.currency === undefined ? before.currency : changes.currency;
  const isOther = currency !== before.currency;
  const isLater = (changes.document_date ?? before.document_date) !== before.document_date;
  const isMoved = isLater && before.exchange_rate_source === 'ecb';
  const isAsked =
    changes.exchange_rate === null || Boolean(changes.exchange_rate_on) || Boolean(changes.tax_exchange_rate_on);
  if (!isOther && !isMoved && !isAsked) return changes;
  const { document_date = before.document_date } = changes;
  const found = await findKnownRates(pool, companyId, {
    ...(isOther || isMoved || changes.exchange_rate_on ? {} : { exchange_rate: before.exchange_rate }),
    ...changes,
    currency,
    document_date,
  });
  return { ...(isOther && NO_RATES), ...changes, ...found };
}

const NO_RATES = { exchange_rate: null, ...NO_STATED_RATES };
