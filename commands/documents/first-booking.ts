import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { RequestedBooking } from '../../domain/documents/booking.ts';
import type { RelatedDocuments } from '../../domain/documents/references.ts';
import { countInvoiceLineIds } from '../../domain/ledger/invoice.ts';
import type { Sources } from '../support/preview.ts';
import { prepareBookingPartners, type DocumentToBook } from './booking-partners.ts';

/** The booking of a document that is recorded with it: on its own date, in the journal that the rules choose. */
export async function prepareFirstBooking(
  sources: Sources,
  companyId: number,
  document: DocumentToBook,
  related: RelatedDocuments,
  file: CompanyFile,
): Promise<RequestedBooking> {
  const { ids } = sources;
  const partners = await prepareBookingPartners(sources, companyId, document, related, file);
  const [[entryId], lineIds] = await Promise.all([
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', countInvoiceLineIds(document.lines.length)),
  ]);
  const chosen = { journal_id: null, entry_date: null, sameReferences: [] };
  return { entryId: entryId!, lineIds, ...chosen, ...(partners && { partners }) };
}
