import { resolveAllocation, type Allotted } from '../analytics/allocation.ts';
import { accounts } from '../accounts/account.ts';
import { findMissingAnalytics } from '../analytics/required.ts';
import { thirdParties, type ThirdParty } from '../third-parties/third-party.ts';
import { journals, type Journal } from '../journals/journal.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { ExchangeRate } from '../currency/rates.ts';
import { addDays, type PlainDate } from '../dates.ts';
import { findJournalDocuments } from '../journals/documents.ts';
import { findLiveRecord, getRecords } from '../records/state.ts';
import { absolute, isNegative, isZero, MAX_AMOUNT, sum, ZERO } from '../money.ts';
import {
  collectValue,
  isRefusal,
  NO_PROBLEMS,
  refuseInvalid,
  refuse,
  type Checked,
  type Decision,
  type Problem,
} from '../refusal.ts';
import { withSalesByAccount, type SoldLine } from '../vat-codes/boxes-by-account.ts';
import type { EntryEvent, EntryLine, EntryOrigin, VatEffect } from './entry-events.ts';
import { checkEntryDates, checkEntryJournal, MAX_LINES } from './entry.ts';
import { resolveInvoiceCurrency, type InvoiceCurrency, type RequestedInvoiceCurrency } from './invoice-currency.ts';
import {
  buildEntryLines,
  computeBookedAmount,
  computeTaxCosts,
  convertDocument,
  getControlAccount,
  type Priced,
} from './invoice-entry-lines.ts';
import { resolveInvoiceLines, type InvoiceLine, type ResolvedLine } from './invoice-lines.ts';
import { refuseLocked, findPostingLock, findPlace } from './place.ts';
import { checkAccountCurrencies } from './line-currency.ts';
import { buildPostedEntry } from './posting.ts';
import { isSameDocument, buildSameDocumentProblem, type SameReference } from './same-invoice.ts';
import { computeTaxes, type GivenTax } from './taxes.ts';
import { isSameReturn } from './vat-correction.ts';
import { isInTaxCurrency, toTaxCurrency } from './vat-currency.ts';
import { buildVatEffect, type Direction, type DocumentKind, type Taxed } from './vat.ts';
import { isPostable } from './named-account.ts';

/**
 * Posting of invoices and credit notes. The client provides the items bought or sold. The service computes the tax, the
 * amount of the third party and the data for the VAT return. The journal determines whether it is a purchase or a sale.
 */

export interface PostInvoice {
  readonly type: 'PostInvoice';
  readonly kind: DocumentKind;
  readonly entryId: number;
  /** As many as `countInvoiceLineIds` returns. Some may remain unused. */
  readonly lineIds: readonly number[];
  readonly journal_id: number;
  readonly third_party_id: number;
  readonly entry_date: PlainDate;
  /** Null: computed from the payment term of the third party. */
  readonly due_date: PlainDate | null;
  readonly label: string | null;
  readonly reference: string | null;
  /** Present if the document is in a foreign currency, as are then its lines and taxes. */
  readonly foreign?: RequestedInvoiceCurrency;
  /** In a file that is kept in another currency than that of its VAT returns: the rate of the document, if it has one. */
  readonly taxRate?: ExchangeRate | null;
  /** Amounts as printed on the document: positive on a credit note too. */
  readonly lines: readonly InvoiceLine[];
  readonly vat_amounts: readonly GivenTax[];
  /** The invoice to which a credit note refers. */
  readonly credited_entry_id: number | null;
  /** Facts about that invoice. Null if it does not exist. */
  readonly credited: CreditedEntry | null;
  /** True: refused if already in the books. Absent: posted anyway. */
  readonly strict?: boolean;
  /** Entries with the same third party and reference. Provided if `strict`. */
  readonly sameReferences?: readonly SameReference[];
  /** Booked late: the due date may be before the entry date. Absent: that is an error. */
  readonly mayBeDue?: boolean;
}

export interface CreditedEntry {
  readonly entry_date: PlainDate;
  readonly journal_id: number;
  readonly origin: EntryOrigin;
  readonly status: 'posted' | 'reversed';
  /** The current third party, after merges. */
  readonly third_party_id: number | null;
}

/** Each line may have a separate VAT code, which adds two lines. One more line is for the third party. */
export const countInvoiceLineIds = (lines: number): number => 3 * lines + 1;

export function decideInvoice(requested: PostInvoice, file: CompanyFile): Decision<EntryEvent> {
  const { foreign: asked, ...invoice } = requested;
  const foreign = resolveInvoiceCurrency(asked, requested.entry_date, file);
  if (isRefusal(foreign)) return foreign;
  return postInvoice({ ...invoice, ...(foreign && { foreign }) }, file);
}

/** With its rates. */
type RatedInvoice = Omit<PostInvoice, 'foreign'> & { readonly foreign?: InvoiceCurrency };

function postInvoice(command: RatedInvoice, file: CompanyFile): Decision<EntryEvent> {
  const { kind, journal_id, third_party_id, entry_date } = command;
  const journal = findLiveRecord(file.records, journals, journal_id);
  const problems = [...checkEntryJournal(journal)];
  const direction = collectValue(resolveDirection(kind, journal, file), problems);
  const place = findPlace(file.fiscalYears, entry_date);
  const thirdParty = findLiveRecord(file.records, thirdParties, third_party_id);
  const due_date = command.due_date ?? (place ? computeDueDate(entry_date, thirdParty) : null);
  problems.push(...checkEntryDates(place, entry_date, command.mayBeDue ? null : due_date));
  problems.push(...checkThirdParty(thirdParty, direction, file));
  const document = collectValue(buildDocument(command, journal, thirdParty, direction, file), problems);
  problems.push(...checkCreditedEntry(command, direction, file));
  const lock = place && findPostingLock(place, entry_date, document?.vat, file);
  if (lock) return refuseLocked(lock, 'entry_date', problems);
  if (problems.length > 0 || !document || !place || !journal) return refuseInvalid(problems);
  const { label, reference, credited_entry_id } = command;
  const draft = {
    id: command.entryId,
    journal_id,
    entry_date,
    due_date,
    label,
    reference,
    third_party_id,
    origin: kind,
    ...document,
    ...(credited_entry_id !== null && { credited_entry_id }),
  };
  const event = buildPostedEntry(draft, journal, place, file);
  const ofCurrency = checkAccountCurrencies(event.data.lines, () => 'lines', file);
  if (ofCurrency.length > 0) return refuseInvalid(ofCurrency);
  const same = command.strict && command.sameReferences?.find((other) => isSameDocument(event.data, other));
  return same ? refuse('invoice_already_posted', buildSameDocumentProblem(same), { entry_id: same.id }) : [event];
}

/** The term for credit notes depends on the country. */
const getCountryParam = ({ identity }: CompanyFile) => ({ country: identity.country_pack });

/** A credit note journal accepts only credit notes. An invoice journal also accepts credit notes. */
function resolveDirection(
  kind: DocumentKind,
  journal: Journal | undefined,
  file: CompanyFile,
): Checked<Direction | null> {
  if (!journal) return { value: null, problems: NO_PROBLEMS };
  const documents = findJournalDocuments(journal.data.type);
  const field = 'journal_id';
  if (!documents)
    return { value: null, problems: [{ code: 'journal_takes_no_documents', field, params: getCountryParam(file) }] };
  const isOfOtherType = kind === 'invoice' && documents.type === 'credit_note';
  return {
    value: documents.direction,
    problems: isOfOtherType ? [{ code: 'document_type_not_of_journal', field }] : NO_PROBLEMS,
  };
}

function computeDueDate(entryDate: PlainDate, thirdParty: ThirdParty | undefined): PlainDate | null {
  const days = thirdParty?.data.payment_days;
  return typeof days === 'number' ? addDays(entryDate, days) : null;
}

function checkThirdParty(
  thirdParty: ThirdParty | undefined,
  direction: Direction | null,
  file: CompanyFile,
): readonly Problem[] {
  const toProblem = (code: string): readonly Problem[] => [{ code, field: 'third_party_id' }];
  if (!thirdParty) return toProblem('third_party_unknown');
  const { data } = thirdParty;
  if (!data.is_active) return toProblem('third_party_inactive');
  if (direction !== null && data.type !== (direction === 'sale' ? 'customer' : 'supplier'))
    return toProblem('third_party_not_of_direction');
  return isPostable(file, getControlAccount(thirdParty)) ? [] : toProblem('third_party_without_account');
}

function checkCreditedEntry(command: RatedInvoice, direction: Direction | null, file: CompanyFile): readonly Problem[] {
  const { credited_entry_id, credited, third_party_id } = command;
  if (credited_entry_id === null) return [];
  const toProblem = (code: string): readonly Problem[] => [{ code, field: 'credited_entry_id' }];
  if (!credited) return toProblem('credited_entry_unknown');
  const journal = getRecords(file.records, journals).byId.get(credited.journal_id);
  const documents = journal && findJournalDocuments(journal.data.type);
  if (credited.origin !== 'invoice' || (direction !== null && documents?.direction !== direction))
    return [{ code: 'credited_entry_not_invoice', field: 'credited_entry_id', params: getCountryParam(file) }];
  if (credited.status === 'reversed') return toProblem('credited_entry_reversed');
  return credited.third_party_id === third_party_id ? [] : toProblem('credited_entry_of_another');
}

interface Document {
  readonly lines: readonly EntryLine[];
  readonly vat: readonly VatEffect[];
}

/** Builds the lines and the VAT of the entry. Null if a line is invalid. */
function buildDocument(
  command: RatedInvoice,
  journal: Journal | undefined,
  thirdParty: ThirdParty | undefined,
  direction: Direction | null,
  file: CompanyFile,
): Checked<Document | null> {
  const problems: Problem[] = [];
  if (command.lines.length === 0) problems.push({ code: 'entry_without_lines', field: 'lines' });
  const allotted = collectValue(allotLines(command, file), problems);
  const resolved = collectValue(resolveInvoiceLines(command.lines, thirdParty, direction, file), problems);
  if (!resolved || !thirdParty || direction === null || command.lines.length === 0) return { value: null, problems };
  // Free items are not booked.
  const counted = resolved.filter(({ amount, base }) => !isZero(amount) || !isZero(base));
  if (counted.length === 0) problems.push({ code: 'document_is_zero', field: 'lines' });
  const taxes = collectValue(computeTaxes(counted, command.vat_amounts, command.entry_date, file), problems);
  if (counted.length === 0 || !taxes) return { value: null, problems };
  const total = sum([...counted.map(({ amount }) => amount), ...taxes.map(({ charged }) => charged)]);
  if (isNegative(total))
    problems.push({ code: `${command.kind}_negative`, field: 'lines', params: { total, ...getCountryParam(file) } });
  const stated = { counted, taxes, costs: computeTaxCosts(counted, taxes), total };
  for (const [place, { index, accountId }] of counted.entries())
    if (accountId === null && !isZero(stated.costs[place] ?? ZERO))
      problems.push({ code: 'required', field: `lines.${index}.account` });
  const booked = command.foreign ? convertDocument(stated, command.foreign, command.entry_date, file) : stated;
  const lines = buildEntryLines(command, { ...booked, stated, allotted, direction, thirdParty });
  problems.push(...checkLineAnalytics(command, { journal, ...booked, lines }, file));
  if (lines.length > MAX_LINES)
    problems.push({ code: 'entry_too_many_lines', field: 'lines', params: { max: MAX_LINES } });
  if (exceedsMaximum(lines) || booked.taxes.some(({ base }) => absolute(base).length > MAX_AMOUNT.length))
    problems.push({ code: 'amount_too_large', field: 'lines', params: { max: MAX_AMOUNT } });
  const { kind, credited, entry_date } = command;
  const isCorrection = credited !== null && !isSameReturn(credited.entry_date, entry_date, file);
  // An invoice in the currency of the return states what is declared, even if the books are in another one.
  const declared = isInTaxCurrency(command.foreign?.currency, file) ? stated : booked;
  const effects = declared.taxes.map((tax) => {
    const effect = buildVatEffect(tax, kind, isCorrection);
    return { ...effect, boxes: withSalesByAccount(effect.boxes, tax.base, listSoldLines(tax, declared.counted, file)) };
  });
  const vat =
    declared === stated && command.foreign
      ? effects.map((effect) => ({ ...effect, exchange_rate: command.foreign!.taxRate }))
      : collectValue(toTaxCurrency(effects, entry_date, file, command.taxRate), problems);
  return { value: { lines, vat }, problems };
}

/** The lines of a code, each with the number of its account. */
function listSoldLines({ rule }: Taxed, counted: readonly ResolvedLine[], { records }: CompanyFile): SoldLine[] {
  if (rule.direction !== 'sale') return [];
  const known = getRecords(records, accounts).byId;
  return counted.flatMap(({ rule: own, accountId, base }) =>
    own === rule && accountId !== null ? [{ account: known.get(accountId)?.data.number ?? '', base }] : [],
  );
}

/** By line. Undefined where the defaults apply. */
function allotLines(
  { lines, entry_date: date }: RatedInvoice,
  file: CompanyFile,
): Checked<readonly (readonly Allotted[] | undefined)[]> {
  const problems: Problem[] = [];
  const value = lines.map(({ analytics, amount: whole }, index) =>
    analytics
      ? collectValue(resolveAllocation(analytics, { at: `lines.${index}.analytics`, whole, date }, file), problems)
      : undefined,
  );
  return { value, problems };
}

interface WrittenDocument extends Pick<Priced, 'counted' | 'costs'> {
  readonly journal: Journal | undefined;
  readonly lines: readonly EntryLine[];
}

/** The client's own lines come first in the entry. */
function checkLineAnalytics(
  { entry_date, third_party_id }: RatedInvoice,
  { journal, counted, costs, lines }: WrittenDocument,
  file: CompanyFile,
): readonly Problem[] {
  const own = counted.filter(
    (line, place) => line.accountId !== null && !isZero(computeBookedAmount(line, costs[place])),
  );
  const getField = (place: number): string => (own[place] ? `lines.${own[place].index}.analytics` : 'lines');
  return findMissingAnalytics(lines, { journal, third_party_id, entry_date }, getField, file);
}

/** Amounts below one hundred million cannot exceed the maximum in total, so they need not be added up. */
const HARMLESS_LENGTH = '99999999.99'.length;

function exceedsMaximum(lines: readonly EntryLine[]): boolean {
  if (lines.every(({ debit }) => debit.length <= HARMLESS_LENGTH)) return false;
  return sum(lines.map(({ debit }) => debit)).length > MAX_AMOUNT.length;
}
