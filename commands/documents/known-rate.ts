import type pg from 'pg';
import type { PlainDate } from '../../domain/dates.ts';
import type { RequestedDocument } from '../../domain/documents/content.ts';
import { computeExchangeRate } from '../../domain/integrations/rates.ts';
import { readCompanyCurrency, readLastRates } from '../../projections/integrations/rates.ts';

interface Dated {
  readonly currency: string | null;
  readonly document_date: PlainDate;
}

/** Finds the rate of one unit of the document's currency on its date. Null if no rate is known. */
export async function findKnownRate(
  pool: pg.Pool,
  companyId: number,
  { currency, document_date }: Dated,
  own: string,
): Promise<string | null> {
  if (currency === null || currency === own) return null;
  return computeExchangeRate(await readLastRates(pool, companyId, [currency, own], document_date), currency, own);
}

/** Adds the rate of the document date if one is needed and none was given. */
export async function withKnownRate<Document extends Pick<RequestedDocument, 'exchange_rate'> & Dated>(
  pool: pg.Pool,
  companyId: number,
  document: Document,
): Promise<Document> {
  if (document.currency === null || document.exchange_rate !== null) return document;
  const exchange_rate = await findKnownRate(pool, companyId, document, await readCompanyCurrency(pool, companyId));
  return { ...document, exchange_rate };
}
