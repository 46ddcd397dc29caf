import type { ExtractedSheet } from '../../domain/document-imports/sheet.ts';
import { NO_RELATED, type ImportedCredits } from '../../domain/documents/references.ts';
import type { CreditedInvoice } from '../../domain/documents/terms.ts';
import { findSameDocuments } from '../../projections/documents/facts.ts';
import { readRelatedDocuments } from '../../projections/documents/related.ts';
import type { Sources } from '../support/preview.ts';

/** The invoices that an imported credit note names, found by their numbers among the documents of its third party. */
export async function findCreditedDocuments(
  { pool }: Pick<Sources, 'pool'>,
  companyId: number,
  { document_type, direction, credits = [] }: Pick<ExtractedSheet, 'document_type' | 'direction' | 'credits'>,
  thirdPartyId: number | null,
): Promise<ImportedCredits> {
  if (document_type !== 'credit_note' || credits.length === 0) return { credits: [], related: NO_RELATED };
  const ids = await Promise.all(
    credits.map(async ({ number }) => {
      if (thirdPartyId === null) return null;
      const same = await findSameDocuments(pool, companyId, { third_party_id: thirdPartyId, number });
      const invoices = same.filter(({ is_credit_note }) => !is_credit_note);
      return invoices.length === 1 ? invoices[0]!.id : null;
    }),
  );
  const related = await readRelatedDocuments(
    pool,
    companyId,
    ids.filter((id) => id !== null),
  );
  const isNamed = (id: number | null): boolean => id !== null && related.documents.get(id)?.direction === direction;
  const named = credits.map(({ number, date }, index): CreditedInvoice => {
    const id = ids[index]!;
    const isFirst = ids.indexOf(id) === index;
    return { document_id: isFirst && isNamed(id) ? id : null, number, date };
  });
  return { credits: named, related };
}
