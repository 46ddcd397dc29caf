import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { BookDocument } from '../../domain/documents/booking.ts';
import { findCreditExcess, type Excess } from '../../domain/documents/credit-limits.ts';
import { getBookCurrency } from '../../domain/documents/content.ts';
import { listNamedDocuments } from '../../domain/documents/references.ts';
import type { PlainDate } from '../../domain/dates.ts';
import { countInvoiceLineIds } from '../../domain/ledger/invoice.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findDocumentFacts } from '../../projections/documents/facts.ts';
import { readRelatedDocuments } from '../../projections/documents/related.ts';
import { createSameReferenceLookup } from '../../projections/ledger/same-references.ts';
import { readTakenNumbers } from '../../projections/documents/taken-numbers.ts';
import { findKnownRates } from './known-rate.ts';
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

export interface DocumentBooking {
  readonly entryId: number;
  /** Set if it is a credit note above what was left of its invoices. */
  readonly excess: Excess | null;
}

/** Returns the id of the entry. After an interrupted earlier run, this is the entry posted then. */
export async function bookDocument(
  toolbox: Toolbox,
  companyId: number,
  requested: RequestedDocumentBooking,
  context: CommandContext,
): Promise<DocumentBooking | Refusal> {
  const buildCommand = (file: CompanyFile) => buildBookCommand(toolbox, companyId, requested, file);
  const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  const excess = await readCreditExcess(toolbox.pool, companyId, requested.id);
  return { entryId: getFirstOfType(outcome.events, 'EntryPosted').data.id, excess };
}

/** How far a credit note is above what its invoices had left. Null for other documents. */
export async function readCreditExcess(pool: Toolbox['pool'], companyId: number, id: number): Promise<Excess | null> {
  const facts = await findDocumentFacts(pool, companyId, id);
  if (!facts?.is_credit_note) return null;
  return findCreditExcess(facts, await readRelatedDocuments(pool, companyId, listNamedDocuments(facts)));
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
  const own = { sameReferences: same, takenNumbers, seriesIds, isStrict, related, ...(partners && { partners }) };
  const isUnrated = facts.currency !== getBookCurrency(file) && facts.exchange_rate === null;
  const rates = isUnrated ? await findKnownRates(pool, companyId, facts) : {};
  const found = rates.exchange_rate === undefined ? {} : { rates };
  const booking = { entryId: entryId!, lineIds, journal_id, entry_date, ...own, ...found };
  return { type: 'BookDocument', facts, booking, baseVersion };
}
