import { requestedOf, type RequestedShare } from '../analytics/allocation.ts';
import { analyticCodes } from '../analytics/code.ts';
import type { KeptShare } from '../analytics/shares.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { journals } from '../journals/journal.ts';
import { routeDocument, type RoutedDocument, type RoutedJournal } from '../journals/routing.ts';
import { journalRules } from '../journals/rule.ts';
import { documentsOf } from '../journals/documents.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import { decideInvoice, type PostInvoice } from '../ledger/invoice.ts';
import type { SameReference } from '../ledger/same-invoice.ts';
import { multiply, round, share, ZERO, type SignedAmount } from '../money.ts';
import { living, recordsOf, type RecordOf } from '../records/state.ts';
import { conflict } from '../records/records.ts';
import { invalid, isRefusal, refuse, type Decision, type Problem } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { currencyOf, givenTaxes } from './content.ts';
import type { DocumentContent, DocumentEvent } from './document-events.ts';
import type { DocumentFacts } from './facts.ts';

/** A document is booked as the invoice or credit note that it is: the ledger decides, as it does when one is posted at once. */
export interface BookDocument {
  readonly type: 'BookDocument';
  readonly facts: DocumentFacts;
  readonly booking: RequestedBooking;
  readonly baseVersion: number | null;
}

export interface RequestedBooking {
  readonly entryId: number;
  /** `lineIdsFor` as many as there are lines. */
  readonly lineIds: readonly number[];
  /** Null: the one that the rules of the journals send it to, or the default journal of such documents. */
  readonly journal_id: number | null;
  /** Null: the date of the document. */
  readonly entry_date: PlainDate | null;
  /** What stands in the books under its third party and number; empty: booked all the same. */
  readonly sameReferences: readonly SameReference[];
}

export function decideBooking(
  { facts, booking, baseVersion }: BookDocument,
  file: CompanyFile,
): Decision<DocumentEvent | EntryEvent> {
  if (baseVersion !== null && baseVersion !== facts.version) return conflict(facts.version);
  if (facts.is_booked) return documentBooked(facts);
  return bookingOf(facts, booking, file);
}

export const documentBooked = ({ last_entry_id }: Pick<DocumentFacts, 'last_entry_id'>) =>
  refuse('document_booked', { field: 'status' }, { journal_entry_id: last_entry_id });

/** The entry, and the document that stands in the books by it. */
export function bookingOf(
  document: DocumentContent & { readonly id: number; readonly version: number },
  booking: RequestedBooking,
  file: CompanyFile,
): Decision<DocumentEvent | EntryEvent> {
  const { id, version, third_party_id } = document;
  const problems: Problem[] = [];
  const journal_id = journalOf(document, booking.journal_id, file, problems);
  if (document.currency !== currencyOf(file) && document.exchange_rate === null)
    problems.push({ code: 'exchange_rate_required', field: 'exchange_rate', params: { currency: document.currency } });
  if (problems.length > 0 || journal_id === null) return invalid(problems);
  const posted = decideInvoice(invoiceOf(document, journal_id, booking, file), file);
  if (isRefusal(posted)) return posted;
  const data = { id, version: version + 1, entry_id: booking.entryId, third_party_id };
  return [...posted, { type: 'DocumentBooked', data }];
}

function invoiceOf(
  document: DocumentContent,
  journal_id: number,
  booking: RequestedBooking,
  file: CompanyFile,
): PostInvoice {
  const { is_credit_note, third_party_id, document_date, due_date, number, lines, vat, exchange_rate } = document;
  const { entryId, lineIds, sameReferences } = booking;
  const inBooks = (amount: string): string =>
    exchange_rate === null ? amount : round(multiply(amount, exchange_rate));
  return {
    type: 'PostInvoice',
    kind: is_credit_note ? 'credit_note' : 'invoice',
    ...{ entryId, lineIds, journal_id, third_party_id, due_date },
    entry_date: booking.entry_date ?? document_date,
    // A document that is booked late may be due already.
    mayBeDue: true,
    label: null,
    reference: number,
    lines: lines.map(({ account_id, vat_code_id, amount_net, description, analytics }) => ({
      ...{ account: null, account_id, vat_code: null, vat_code_id },
      amount: inBooks(amount_net),
      label: description.slice(0, MAX_LABEL),
      ...(analytics && {
        analytics:
          exchange_rate === null ? requestedOf(analytics) : sharesInBooks(analytics, inBooks(amount_net), file),
      }),
    })),
    vat_amounts: givenTaxes(vat).map((tax) => ({ ...tax, amount: inBooks(tax.amount) })),
    ...{ credited_entry_id: null, credited: null, strict: true, sameReferences },
  };
}

/** Amounts in a foreign currency are in the proportion that they have on the document, each axis by itself. */
function sharesInBooks(kept: readonly KeptShare[], booked: SignedAmount, file: CompanyFile): readonly RequestedShare[] {
  const requested = requestedOf(kept);
  const axisOf = ({ code_id }: KeptShare) => recordsOf(file.records, analyticCodes).byId.get(code_id)?.data.axis;
  return requested.map((one, place) => {
    if (one.amount === null) return one;
    const places = kept.flatMap((other, index) => (axisOf(other) === axisOf(kept[place]!) ? [index] : []));
    const amounts = share(
      booked,
      places.map((index) => requested[index]!.amount ?? ZERO),
    );
    return { ...one, amount: amounts[places.indexOf(place)]! };
  });
}

/** Of the line of an entry. */
const MAX_LABEL = 200;

function journalOf(
  document: DocumentContent,
  requested: number | null,
  file: CompanyFile,
  problems: Problem[],
): number | null {
  if (requested === null) {
    const routed = routedJournal(document, file);
    if (!routed) problems.push({ code: 'no_journal_for_document', field: 'journal_id' });
    return routed?.id ?? null;
  }
  const journal = living(file.records, journals, requested);
  const takes = journal && documentsOf(journal.data.type);
  if (takes && takes.direction !== document.direction)
    problems.push({ code: 'journal_not_of_direction', field: 'journal_id' });
  return requested;
}

/** What rules of journals look at. */
export interface RoutableDocument extends Pick<
  DocumentContent,
  'direction' | 'is_credit_note' | 'third_party_id' | 'amount_gross' | 'number'
> {
  readonly lines: readonly Pick<DocumentContent['lines'][number], 'description'>[];
}

/** A journal of invoices takes credit notes too where there is none of their own. */
export function routedJournal(document: RoutableDocument, file: CompanyFile): RoutedJournal | null {
  const { direction, third_party_id, amount_gross, number, lines, is_credit_note } = document;
  const name = living(file.records, thirdParties, third_party_id)?.data.name;
  const text = [number, ...lines.map(({ description }) => description), name].filter((word) => word).join('\n');
  const routed: RoutedDocument = {
    ...{ direction, third_party_id, text },
    document_type: is_credit_note ? 'credit_note' : 'invoice',
    amount: amount_gross,
  };
  const rules = livingOnes(recordsOf(file.records, journalRules).byId.entries()).map(([id, { data }]) => ({
    id,
    journal_id: data.journal_id,
    position: data.position ?? 0,
    direction: data.direction ?? null,
    document_type: data.document_type ?? null,
    third_party_id: data.third_party_id ?? null,
    amount_min: data.amount_min ?? null,
    amount_max: data.amount_max ?? null,
    keyword: data.keyword ?? null,
    is_active: data.is_active,
  }));
  const known = livingOnes(recordsOf(file.records, journals).byId.entries()).map(([id, { data }]) => ({
    ...{ id, code: data.code, type: data.type, is_active: data.is_active, is_default: data.is_default },
  }));
  const { journal } = routeDocument(routed, rules, known);
  return journal ?? routeDocument({ ...routed, document_type: 'invoice' }, [], known).journal;
}

const livingOnes = <One extends Pick<RecordOf<typeof journals>, 'isTrashed'>>(records: Iterable<[number, One]>) =>
  [...records].filter(([, { isTrashed }]) => !isTrashed);
