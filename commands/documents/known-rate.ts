import type pg from 'pg';
import { invertRate } from '../../domain/currency/rates.ts';
import type { PlainDate } from '../../domain/dates.ts';
import type { RequestedDocument } from '../../domain/documents/content.ts';
import { findRate } from '../../projections/currency/find-rate.ts';

interface Dated {
  readonly currency: string | null;
  readonly document_date: PlainDate;
}

/** Finds the rate of one unit of the document's currency on its date. Null if no rate is known. */
export async function findKnownRate(
  pool: pg.Pool,
  companyId: number,
  { currency, document_date }: Dated,
): Promise<string | null> {
  const known = currency === null ? null : await findRate(pool, companyId, currency, document_date);
  return known && invertRate(known.rate);
}

/** Adds the rate of the document date if one is needed and none was given. */
export async function withKnownRate<Document extends Pick<RequestedDocument, 'exchange_rate'> & Dated>(
  pool: pg.Pool,
  companyId: number,
  document: Document,
): Promise<Document> {
  if (document.currency === null || document.exchange_rate !== null) return document;
  return { ...document, exchange_rate: await findKnownRate(pool, companyId, document) };
}
