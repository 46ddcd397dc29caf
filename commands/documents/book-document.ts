import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { BookDocument } from '../../domain/documents/booking.ts';
import { listNamedDocuments } from '../../domain/documents/references.ts';
import type { PlainDate } from '../../domain/dates.ts';
import { countInvoiceLineIds } from '../../domain/ledger/invoice.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findDocumentFacts } from '../../projections/documents/facts.ts';
import { readRelatedDocuments } from '../../projections/documents/related.ts';
import { createSameReferenceLookup } from '../../projections/ledger/same-references.ts';
import { readTakenNumbers } from '../../projections/documents/taken-numbers.ts';
import { allocateSeriesIds } from './numbering.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { prepareBookingPartners } from './booking-partners.ts';
import type { Sources } from '../support/preview.ts';

export interface RequestedDocumentBooking {
  readonly id: number;
  readonly journal_id: number | null;
  readonly entry_date: PlainDate | null;
  /** Book it even if it seems to be in the books already. */
  readonly isForced: boolean;
  /** Refuse it if it lacks what the law requires. */
  readonly isStrict?: boolean;
  readonly baseVersion: number | null;
}

/** Returns the id of the entry. After an interrupted earlier run, this is the entry posted then. */
export async function bookDocument(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedDocumentBooking,
  context: CommandContext,
): Promise<{ readonly entryId: number } | Refusal> {
  const buildCommand = (file: CompanyFile) => buildBookCommand(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  return isRefusal(outcome) ? outcome : { entryId: getFirstOfType(outcome.events, 'EntryPosted').data.id };
}

export async function buildBookCommand(
  sources: Sources,
  companyId: number,
  { id, journal_id, entry_date, isForced, isStrict = false, baseVersion }: RequestedDocumentBooking,
  file: CompanyFile,
): Promise<BookDocument | Refusal> {
  const { pool, ids } = sources;
  const facts = await findDocumentFacts(pool, companyId, id);
  if (!facts || facts.is_trashed) return refuse('not_found');
  const named = { third_party_id: facts.third_party_id, reference: facts.number };
  const same = isForced ? [] : (await createSameReferenceLookup(pool, companyId, [named]))(named);
  const related = await readRelatedDocuments(pool, companyId, listNamedDocuments(facts));
  const partners = await prepareBookingPartners(sources, companyId, facts, related, file);
  const [[entryId], lineIds, seriesIds] = await Promise.all([
    ids.allocate('entries', 1),
    ids.allocate('entry_lines', countInvoiceLineIds(facts.lines.length)),
    allocateSeriesIds(ids, facts, file),
  ]);
  const takenNumbers = await readTakenNumbers(pool, companyId, facts, file, id);
  const own = { sameReferences: same, takenNumbers, seriesIds, isStrict, ...(partners && { partners }) };
  const booking = { entryId: entryId!, lineIds, journal_id, entry_date, ...own };
  return { type: 'BookDocument', facts, booking, baseVersion };
}
