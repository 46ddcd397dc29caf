import type { DiscountCorrections } from '../../domain/bank/discount-correction.ts';
import type { RequestedMatch } from '../../domain/bank/match-request.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { isTaxedOnReducedPrice } from '../../domain/documents/discount.ts';
import type { LineToLetter } from '../../domain/lettering/lettering.ts';
import { listDiscountedDocuments, listWaitingCorrections } from '../../projections/documents/discounts.ts';
import { readRelatedDocuments } from '../../projections/documents/related.ts';
import { readTakenNumbers } from '../../projections/documents/taken-numbers.ts';
import { DOCUMENT_LINE_IDS } from '../../projections/engine/ids.ts';
import type { Sources } from '../support/preview.ts';

/** Facts and ids for the credit notes of discounts that these matches take. Undefined if there are none. */
export async function prepareCorrections(
  { pool, ids }: Sources,
  companyId: number,
  matches: readonly RequestedMatch[],
  open: readonly LineToLetter[],
  file: CompanyFile,
): Promise<DiscountCorrections | undefined> {
  if (isTaxedOnReducedPrice(file) || matches.every(({ lines }) => lines.length === 0)) return undefined;
  const found = await listDiscountedDocuments(pool, companyId, [...new Set(open.map(({ entry_id }) => entry_id))]);
  const sales = found.filter(({ direction, is_credit_note }) => direction === 'sale' && !is_credit_note);
  if (sales.length === 0) return undefined;
  const lines = sales.reduce((count, { vat }) => count + vat.length, 0);
  const kind = { direction: 'sale', kind: 'credit_note', is_credit_note: true, number_series_id: null } as const;
  const document_date = matches[0]!.transaction.entry_date;
  const saleIds = sales.map(({ id }) => id);
  const [waiting, related, documentIds, lineIds, takenNumbers] = await Promise.all([
    listWaitingCorrections(pool, companyId, saleIds),
    readRelatedDocuments(pool, companyId, saleIds),
    ids.allocate('documents', sales.length),
    ids.allocate(DOCUMENT_LINE_IDS, Math.max(1, lines)),
    readTakenNumbers(pool, companyId, { ...kind, document_date, number: null }, file),
  ]);
  return { sales, waiting, related, documentIds, lineIds, takenNumbers };
}
