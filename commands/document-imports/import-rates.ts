import type pg from 'pg';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { DocumentRates } from '../../domain/documents/document-rates.ts';
import { deriveTaxRate } from '../../domain/document-imports/stated-tax.ts';
import type { ExtractedSheet } from '../../domain/document-imports/sheet.ts';
import { findKnownRates } from '../documents/known-rate.ts';

/** Rates of an imported document: as requested, as its tax in both currencies shows, or as known on its date. */
export async function findImportRates(
  pool: pg.Pool,
  companyId: number,
  sheet: ExtractedSheet,
  requested: Partial<DocumentRates>,
  { identity }: CompanyFile,
): Promise<Partial<DocumentRates>> {
  const { currency, date: document_date } = sheet;
  if (document_date === null || currency === identity.currency) return requested;
  const known = { ...requested, ...(await findKnownRates(pool, companyId, { ...requested, currency, document_date })) };
  // Documents state their tax in euros.
  return identity.currency === 'EUR' ? { ...known, ...deriveTaxRate(sheet, known, document_date) } : known;
}
