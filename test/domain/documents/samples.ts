import { companyFile, type CompanyFile } from '../../../domain/company-file.ts';
import type { RequestedBooking } from '../../../domain/documents/booking.ts';
import type { RequestedDocument, RequestedDocumentLine } from '../../../domain/documents/content.ts';
import type { DocumentEvent, RecordedDocument } from '../../../domain/documents/document-events.ts';
import { evolveDocumentFacts, type DocumentFacts } from '../../../domain/documents/facts.ts';
import type { RelatedDocuments } from '../../../domain/documents/references.ts';
import type { BookingPartners } from '../../../domain/documents/settling.ts';
import type { RecordDocument } from '../../../domain/documents/recording.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { PostedEntry } from '../../../domain/ledger/entry-events.ts';
import { add, subtract } from '../../../domain/money.ts';
import { countInvoiceLineIds } from '../../../domain/ledger/invoice.ts';
import { decided, replay } from '../../support/company-file-samples.ts';
import { COST, fileOf, SUPPLIER } from '../ledger/documents.ts';

/** Documents of a Belgian company file, and what becomes of them. */

const range = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

export function documentLine(
  amount_net: string | null,
  vat_code: string | null = 'P-S-21',
  changes: Partial<RequestedDocumentLine> = {},
): RequestedDocumentLine {
  return {
    description: 'Cartes de visite',
    quantity: null,
    unit_price: null,
    amount_net,
    account: COST.BE,
    account_id: null,
    vat_code,
    vat_code_id: null,
    ...changes,
  };
}

/** A purchase invoice, unless the changes say otherwise. */
export function typedIn(changes: Partial<RequestedDocument> = {}): RequestedDocument {
  return {
    direction: 'purchase',
    is_credit_note: false,
    number: 'F-12',
    document_date: '2026-03-15',
    due_date: null,
    currency: null,
    exchange_rate: null,
    structured_communication: null,
    third_party_id: SUPPLIER,
    lines: [documentLine('100.00')],
    vat_amounts: [],
    notes: null,
    ...changes,
  };
}

export const DOCUMENT = 501;

export function recordDocument(
  document: Partial<RequestedDocument> = {},
  changes: Partial<RecordDocument> = {},
): RecordDocument {
  const requested = typedIn(document);
  return {
    type: 'RecordDocument',
    documentId: DOCUMENT,
    lineIds: range(9_001, requested.lines.length),
    document: requested,
    origin: 'manual',
    source: 'manual',
    sameDocuments: [],
    ...changes,
  };
}

export function booking(lines = 1, changes: Partial<RequestedBooking> = {}): RequestedBooking {
  return {
    entryId: 77,
    lineIds: range(7_000, countInvoiceLineIds(lines)),
    journal_id: null,
    entry_date: null,
    sameReferences: [],
    ...changes,
  };
}

export const { events: opened, file: openedFile } = fileOf('BE');

/** The company file with a document in it, and the document as facts. */
export function withDocument(document: Partial<RequestedDocument> = {}, changes: Partial<RecordDocument> = {}) {
  const events = decided(recordDocument(document, changes), openedFile);
  return { events, file: replay(events, openedFile), facts: factsAfter(events) };
}

/** What the read tables say of the first document that these events are about. */
export function factsAfter(events: readonly DomainEvent[]): DocumentFacts {
  const known = (events as readonly DocumentEvent[])
    .filter(({ type }) => type.startsWith('Document'))
    .reduce(evolveDocumentFacts, new Map<number, DocumentFacts>() as ReadonlyMap<number, DocumentFacts>);
  return [...known.values()][0]!;
}

/** All documents that these events are about, by id. */
export const factsOf = (events: readonly DomainEvent[]): ReadonlyMap<number, DocumentFacts> =>
  (events as readonly DocumentEvent[])
    .filter(({ type }) => type.startsWith('Document'))
    .reduce(evolveDocumentFacts, new Map<number, DocumentFacts>() as ReadonlyMap<number, DocumentFacts>);

/** What the read tables say of documents that another one names. */
export function relatedTo(events: readonly DomainEvent[]): RelatedDocuments {
  const documents = factsOf(events);
  const followers = [...documents.values()]
    .filter(({ credits, deducts, is_trashed }) => !is_trashed && credits.length + deducts.length > 0)
    .map((facts) => ({ ...facts, entry_id: facts.is_booked ? facts.last_entry_id : null }));
  return { documents, followers };
}

/** The lines of these entries, all open, as those that a booking settles. */
export function settling(events: readonly DomainEvent[], id: number): BookingPartners {
  const posted = events.filter(({ type }) => type === 'EntryPosted').map(({ data }) => data as unknown as PostedEntry);
  const settled = new Map<number, string>();
  for (const { type, data } of events)
    if (type === 'LinesLettered')
      for (const { lines } of (
        data as unknown as { letterings: readonly { lines: readonly { line_id: number; amount: string }[] }[] }
      ).letterings)
        for (const { line_id, amount } of lines) settled.set(line_id, add(settled.get(line_id) ?? '0.00', amount));
  const lines = posted.flatMap((entry) =>
    entry.lines.map((line, index) => ({
      line_id: line.id,
      entry_id: entry.id,
      line_number: index + 1,
      account_id: line.account_id,
      third_party_id: line.third_party_id,
      entry_date: entry.entry_date,
      due_date: entry.due_date ?? entry.entry_date,
      open: subtract(subtract(line.debit, line.credit), settled.get(line.id) ?? '0.00'),
      references: [],
      labels: [],
    })),
  );
  return { credited: null, lines, letteringIds: range(id * 10, 5) };
}

export function recordedIn(events: readonly DomainEvent[]): RecordedDocument {
  return events.find(({ type }) => type === 'DocumentRecorded')!.data as unknown as RecordedDocument;
}

export function postedIn(events: readonly DomainEvent[]): PostedEntry {
  return events.find(({ type }) => type === 'EntryPosted')!.data as unknown as PostedEntry;
}

export const decide = (command: Parameters<typeof companyFile.decide>[0], file: CompanyFile) =>
  companyFile.decide(command, file);
