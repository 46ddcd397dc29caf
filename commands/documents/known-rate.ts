import type pg from 'pg';
import type { PlainDate } from '../../domain/dates.ts';
import type { RequestedDocument } from '../../domain/documents/content.ts';
import { exchangeRate } from '../../domain/integrations/rates.ts';
import { companyCurrency, lastRates } from '../../projections/integrations/rates.ts';

interface Dated {
  readonly currency: string | null;
  readonly document_date: PlainDate;
}

/** What one unit of the document's currency was on its day, as far as rates were taken over; null: nobody knows. */
export async function knownRate(
  pool: pg.Pool,
  companyId: number,
  { currency, document_date }: Dated,
  own: string,
): Promise<string | null> {
  if (currency === null || currency === own) return null;
  return exchangeRate(await lastRates(pool, companyId, [currency, own], document_date), currency, own);
}

/** The document with the rate of its day, where it needs one and nobody has named one. */
export async function withKnownRate<Document extends Pick<RequestedDocument, 'exchange_rate'> & Dated>(
  pool: pg.Pool,
  companyId: number,
  document: Document,
): Promise<Document> {
  if (document.currency === null || document.exchange_rate !== null) return document;
  const exchange_rate = await knownRate(pool, companyId, document, await companyCurrency(pool, companyId));
  return { ...document, exchange_rate };
}
