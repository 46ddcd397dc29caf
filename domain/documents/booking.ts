import { fromKeptShares } from '../analytics/allocation.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { journals } from '../journals/journal.ts';
import { routeDocument, type RoutedDocument, type RoutedJournal } from '../journals/routing.ts';
import { journalRules } from '../journals/rule.ts';
import { findJournalDocuments } from '../journals/documents.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { LetteringEvent } from '../lettering/lettering-events.ts';
import { decideInvoice, type PostInvoice } from '../ledger/invoice.ts';
import type { SameReference } from '../ledger/same-invoice.ts';
import { refuseUnknownRate } from '../currency/unknown-rate.ts';
import type { InvoiceCurrency } from '../ledger/invoice-currency.ts';
import type { SignedAmount } from '../money.ts';
import { findLiveRecord, getRecords, type RecordOf } from '../records/state.ts';
import { evolveRecords } from '../records/records.ts';
import type { RecordEvent } from '../records/record-events.ts';
import {
  refuseInvalid,
  isRefusal,
  refuse,
  NO_PROBLEMS,
  type Checked,
  type Decision,
  type Refusal,
} from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { getBookCurrency, toGivenTaxes } from './content.ts';
import { computeTaxBases } from './discount.ts';
import { findReturnRate, getTaxRate, resolveRates, type DocumentRates } from './document-rates.ts';
import type { ChangedContent, DocumentContent, DocumentEvent } from './document-events.ts';
import type { DocumentFacts } from './facts.ts';
import { findCreditExcess, findDeductedAdvance } from './credit-limits.ts';
import { issueMentions } from './issuing.ts';
import { withTaxOfAdvance } from './advances.ts';
import { settleBooking, type BookingPartners } from './settling.ts';
import type { RelatedDocuments } from './references.ts';
import { isWithoutAccounting } from './terms.ts';
import {
  findOwnNumberProblems,
  findSeriesJournal,
  giveNumber,
  isOwnDocument,
  refuseNumber,
  type GivenNumber,
  type TakenNumber,
} from './numbering.ts';
import { buildMissingSeries } from '../number-series/default-series.ts';
import { findVersionConflict } from '../versions.ts';

/** Books a document as an invoice or credit note: the ledger decides, as for an invoice posted directly. */
export interface BookDocument {
  readonly type: 'BookDocument';
  readonly facts: DocumentFacts;
  readonly booking: RequestedBooking;
  readonly baseVersion: number | null;
}

export interface RequestedBooking {
  readonly entryId: number;
  /** As many as `lineIdsFor` returns for the lines. */
  readonly lineIds: readonly number[];
  /** Null: the journal chosen by the journal rules, or the default journal. */
  readonly journal_id: number | null;
  /** Null: the document date. */
  readonly entry_date: PlainDate | null;
  /** Known rates of a document in a foreign currency that has none yet. */
  readonly rates?: Partial<DocumentRates>;
  /** Entries with the same third party and number; empty: no check. */
  readonly sameReferences: readonly SameReference[];
  /** Refuses a document that lacks what the law requires. */
  readonly isStrict?: boolean;
  /** The documents that it names, with all that name them; absent: it names none, or was checked before. */
  readonly related?: RelatedDocuments;
  /** The entries that it settles; absent: none. */
  readonly partners?: BookingPartners;
  /** Numbers in use among those that the document has or may get; absent: none. */
  readonly takenNumbers?: readonly TakenNumber[];
  /** For the default series of a file that has none. */
  readonly seriesIds?: readonly number[];
}

export function decideBooking(
  { facts, booking, baseVersion }: BookDocument,
  file: CompanyFile,
): Decision<BookingEvent> {
  const conflict = findVersionConflict(facts, baseVersion);
  if (conflict) return conflict;
  if (facts.is_booked) return refuseBookedDocument(facts);
  if (facts.exchange_rate !== null || !booking.rates) return bookContent(facts, booking, file);
  const rated = stateRates(facts, booking.rates, file);
  const { id, version } = rated.data;
  const booked = bookContent({ ...facts, ...rated.data.changes, id, version }, booking, file);
  return isRefusal(booked) ? booked : [rated, ...booked];
}

/** A document keeps the rates that became known since it was recorded. */
function stateRates(facts: DocumentFacts, known: Partial<DocumentRates>, file: CompanyFile) {
  const { value } = resolveRates({ ...facts, ...known }, facts.currency, file);
  const names = (Object.keys(value) as (keyof DocumentRates)[]).filter((name) => value[name] !== facts[name]);
  const pickRates = (from: DocumentRates): ChangedContent =>
    Object.fromEntries(names.map((name) => [name, from[name]]));
  const data = { id: facts.id, version: facts.version + 1, changes: pickRates(value), previous: pickRates(facts) };
  return { type: 'DocumentChanged', data } as const;
}

export const refuseBookedDocument = ({ last_entry_id }: Pick<DocumentFacts, 'last_entry_id'>) =>
  refuse('document_booked', { field: 'status' }, { journal_entry_id: last_entry_id });

export type BookingEvent = DocumentEvent | EntryEvent | LetteringEvent | RecordEvent;

interface DocumentToBook extends DocumentContent {
  readonly id: number;
  readonly version: number;
  /** Entry of an earlier booking. */
  readonly last_entry_id?: number | null;
}

/** The entry, and the booking of the document. */
export function bookContent(
  document: DocumentToBook,
  booking: RequestedBooking,
  opened: CompanyFile,
): Decision<BookingEvent> {
  if (isWithoutAccounting(document)) return refuse('document_without_accounting', { field: 'kind' });
  const { id, version, third_party_id, document_date } = document;
  const made = buildMissingSeries(booking.seriesIds ?? [], opened);
  const file = { ...opened, records: made.reduce((records, event) => evolveRecords(records, event), opened.records) };
  const { value: journal_id, problems: ofJournal } = resolveJournal(document, booking.journal_id, file);
  const problems = [...ofJournal];

  if (document.currency !== getBookCurrency(file) && document.exchange_rate === null)
    return refuseUnknownRate(document.currency, document_date, 'exchange_rate');
  if (problems.length > 0 || journal_id === null) return refuseInvalid(problems);
  const taken = booking.takenNumbers ?? [];
  const { value: given, problems: ofNumber } = resolveNumber(document, journal_id, taken, file);
  if (ofNumber.length > 0) return refuseNumber(ofNumber);
  const above = findLimitRefusal(document, booking);
  if (above) return above;
  const issued = issueMentions(document, booking.isStrict ?? false, file);
  if (isRefusal(issued)) return issued;
  const numbered = given ? { ...document, number: given.number } : document;
  const posted = decideInvoice(toInvoice(withTaxOfAdvance(numbered, file), journal_id, booking, file), file);
  if (isRefusal(posted)) return posted;
  const data = { id, version: version + 1, entry_id: booking.entryId, third_party_id, ...issued };
  const [entry] = posted;
  const settled =
    booking.partners && entry?.type === 'EntryPosted' ? settleBooking(entry.data, booking.partners, file) : [];
  if (isRefusal(settled)) return settled;
  const booked = { ...data, ...(given && { ...given, document_date }) };
  return [...made, ...posted, ...settled, { type: 'DocumentBooked', data: booked }];
}

function findLimitRefusal(document: DocumentToBook, { related, isStrict }: RequestedBooking): Refusal | null {
  if (!related || !document.is_credit_note) return null;
  const excess = isStrict ? findCreditExcess(document, related) : null;
  const refusal = excess && refuse('credit_exceeds_invoice', { field: 'lines', params: { ...excess } });
  return findDeductedAdvance(document, related) ?? refusal;
}

/** Gives a number to a document that is issued now, and checks the one that it brings along. */
function resolveNumber(
  document: DocumentToBook,
  journalId: number | null,
  taken: readonly TakenNumber[],
  file: CompanyFile,
): Checked<GivenNumber | null> {
  const { number, last_entry_id: wasBookedBy } = document;
  if (!isOwnDocument(document)) return { value: null, problems: NO_PROBLEMS };
  if (number === null) return giveNumber(document, journalId, taken, file);
  const isKept = wasBookedBy !== undefined && wasBookedBy !== null;
  return { value: null, problems: isKept ? NO_PROBLEMS : findOwnNumberProblems(document, taken, file) };
}

function toInvoice(
  document: DocumentContent,
  journal_id: number,
  booking: RequestedBooking,
  file: CompanyFile,
): PostInvoice {
  const { is_credit_note, third_party_id, document_date, due_date, number, lines, vat } = document;
  const { entryId, lineIds, sameReferences, partners } = booking;
  const bases = listTaxBases(document, file);
  return {
    type: 'PostInvoice',
    kind: is_credit_note ? 'credit_note' : 'invoice',
    entryId,
    lineIds,
    journal_id,
    third_party_id,
    due_date,
    entry_date: booking.entry_date ?? document_date,
    // A document booked late may already be due.
    mayBeDue: true,
    label: null,
    reference: number,
    lines: lines.map(({ account_id, vat_code_id, amount_net, description, analytics }, index) => ({
      account: null,
      account_id,
      vat_code: null,
      vat_code_id,
      amount: amount_net,
      ...(bases[index] !== amount_net && { tax_base: bases[index]! }),
      label: description.slice(0, MAX_LABEL),
      ...(analytics && { analytics: fromKeptShares(analytics) }),
    })),
    vat_amounts: toGivenTaxes(vat),
    ...(document.exchange_rate === null
      ? document.tax_exchange_rate && { taxRate: document.tax_exchange_rate }
      : { foreign: toInvoiceCurrency(document, document.exchange_rate), taxRate: findReturnRate(document, file) }),
    credited_entry_id: partners?.credited?.id ?? null,
    credited: partners?.credited?.entry ?? null,
    strict: true,
    sameReferences,
  };
}

function listTaxBases({ lines, discount }: DocumentContent, file: CompanyFile): readonly SignedAmount[] {
  const kinds = getRecords(file.records, vatCodes).byId;
  return computeTaxBases(
    lines.map(({ amount_net, vat_code_id }) => ({ amount: amount_net, kind: kinds.get(vat_code_id)!.data.kind })),
    discount,
    file,
  );
}

const toInvoiceCurrency = (document: DocumentContent, rate: string): InvoiceCurrency => ({
  currency: document.currency,
  rate,
  taxRate: getTaxRate(document) ?? rate,
});

/** Maximum label length of an entry line. */
const MAX_LABEL = 200;

function resolveJournal(
  document: DocumentContent,
  requested: number | null,
  file: CompanyFile,
): Checked<number | null> {
  const field = 'journal_id';
  const ofSeries = findSeriesJournal(document, file);
  if (requested === null && ofSeries !== null) return { value: ofSeries, problems: NO_PROBLEMS };
  if (requested !== null && ofSeries !== null && requested !== ofSeries)
    return { value: null, problems: [{ code: 'journal_not_of_series', field }] };
  if (requested === null) {
    const routed = findRoutedJournal(document, file);
    return { value: routed?.id ?? null, problems: routed ? NO_PROBLEMS : [{ code: 'no_journal_for_document', field }] };
  }
  const journal = findLiveRecord(file.records, journals, requested);
  const takes = journal && findJournalDocuments(journal.data.type);
  const isOther = takes ? takes.direction !== document.direction : false;
  return { value: requested, problems: isOther ? [{ code: 'journal_not_of_direction', field }] : NO_PROBLEMS };
}

/** Document data used by journal rules. */
export interface RoutableDocument extends Pick<
  DocumentContent,
  'direction' | 'is_credit_note' | 'third_party_id' | 'amount_gross' | 'number'
> {
  readonly lines: readonly Pick<DocumentContent['lines'][number], 'description'>[];
}

/** Credit notes go to an invoice journal if they have no journal of their own. */
export function findRoutedJournal(document: RoutableDocument, file: CompanyFile): RoutedJournal | null {
  const { direction, third_party_id, amount_gross, number, lines, is_credit_note } = document;
  const name = findLiveRecord(file.records, thirdParties, third_party_id)?.data.name;
  const text = [number, ...lines.map(({ description }) => description), name].filter((word) => word).join('\n');
  const routed: RoutedDocument = {
    direction,
    third_party_id,
    text,
    document_type: is_credit_note ? 'credit_note' : 'invoice',
    amount: amount_gross,
  };
  const rules = omitTrashed(getRecords(file.records, journalRules).byId.entries()).map(([id, { data }]) => ({
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
  const known = omitTrashed(getRecords(file.records, journals).byId.entries()).map(([id, { data }]) => ({
    id,
    code: data.code,
    type: data.type,
    is_active: data.is_active,
    is_default: data.is_default,
  }));
  const { journal } = routeDocument(routed, rules, known);
  return journal ?? routeDocument({ ...routed, document_type: 'invoice' }, [], known).journal;
}

const omitTrashed = <One extends Pick<RecordOf<typeof journals>, 'isTrashed'>>(records: Iterable<[number, One]>) =>
  [...records].filter(([, { isTrashed }]) => !isTrashed);
