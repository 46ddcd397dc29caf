import { allocationOf, sharedOut, type Allotted } from '../analytics/allocation.ts';
import { missingAnalytics } from '../analytics/required.ts';
import { thirdParties, type ThirdParty } from '../third-parties/third-party.ts';
import { journals, type Journal } from '../journals/journal.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { daysLater, type PlainDate } from '../dates.ts';
import { documentsOf } from '../journals/documents.ts';
import { living, recordsOf } from '../records/state.ts';
import {
  absolute,
  add,
  isNegative,
  isZero,
  MAX_AMOUNT,
  negate,
  share,
  sum,
  ZERO,
  type SignedAmount,
} from '../money.ts';
import { invalid, refuse, type Decision, type Problem } from '../refusal.ts';
import type { EntryEvent, EntryLine, EntryOrigin, VatEffect } from './entry-events.ts';
import { dateProblems, journalProblems, MAX_LINES } from './entry.ts';
import { resolveLines, type InvoiceLine, type ResolvedLine } from './invoice-lines.ts';
import { lockedAt, lockFor, placeOf } from './place.ts';
import { posted } from './posting.ts';
import { isSameDocument, sameDocumentProblem, type SameReference } from './same-invoice.ts';
import { taxesOf, type GivenTax } from './taxes.ts';
import { effectOf, type Direction, type DocumentKind, type Taxed } from './vat.ts';
import { isPostable } from './named-account.ts';

/**
 * Posting of invoices and credit notes: the client names what was bought or sold, and the service computes the tax, what the
 * third party owes or is owed, and what goes to the VAT return. The journal tells whether it is a purchase or a sale.
 */

export interface PostInvoice {
  readonly type: 'PostInvoice';
  readonly kind: DocumentKind;
  readonly entryId: number;
  /** As many as `lineIdsFor` says, of which some may be left over. */
  readonly lineIds: readonly number[];
  readonly journal_id: number;
  readonly third_party_id: number;
  readonly entry_date: PlainDate;
  /** Null: by the payment days of the third party. */
  readonly due_date: PlainDate | null;
  readonly label: string | null;
  readonly reference: string | null;
  /** Amounts as they stand on the document: those of a credit note are positive too. */
  readonly lines: readonly InvoiceLine[];
  readonly vat_amounts: readonly GivenTax[];
  /** The invoice that a credit note credits. */
  readonly credited_entry_id: number | null;
  /** What is known of that invoice; null when there is none. */
  readonly credited: CreditedEntry | null;
  /** Refused when it is in the books already; absent: posted all the same. */
  readonly strict?: boolean;
  /** What stands in the books under its third party and reference; known where it is strict. */
  readonly sameReferences?: readonly SameReference[];
  /** Booked late: it may be due before its entry date. Absent: that is a mistake. */
  readonly mayBeDue?: boolean;
}

export interface CreditedEntry {
  readonly journal_id: number;
  readonly origin: EntryOrigin;
  readonly status: 'posted' | 'reversed';
  /** The one that it counts for now. */
  readonly third_party_id: number | null;
}

/** Each line may have a VAT code of its own, which gives two lines more; and there is the line of the third party. */
export const lineIdsFor = (lines: number): number => 3 * lines + 1;

export function decideInvoice(command: PostInvoice, file: CompanyFile): Decision<EntryEvent> {
  const { kind, journal_id, third_party_id, entry_date } = command;
  const journal = living(file.records, journals, journal_id);
  const problems: Problem[] = [...journalProblems(journal)];
  const direction = directionOf(kind, journal, file, problems);
  const place = placeOf(file.fiscalYears, entry_date);
  const thirdParty = living(file.records, thirdParties, third_party_id);
  const due_date = command.due_date ?? (place ? termOf(entry_date, thirdParty) : null);
  problems.push(...dateProblems(place, entry_date, command.mayBeDue ? null : due_date));
  problems.push(...thirdPartyProblems(thirdParty, direction, file));
  const document = documentOf(command, journal, thirdParty, direction, file, problems);
  problems.push(...creditedProblems(command, direction, file));
  const lock = place && lockFor(place, entry_date, document?.vat, file);
  if (lock) return lockedAt(lock, 'entry_date', problems);
  if (problems.length > 0 || !document || !place || !journal) return invalid(problems);
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
  const event = posted(draft, journal, place, file);
  const same = command.strict && command.sameReferences?.find((other) => isSameDocument(event.data, other));
  return same ? refuse('invoice_already_posted', sameDocumentProblem(same), { entry_id: same.id }) : [event];
}

/** What credit notes are called depends on it. */
const countryOf = ({ identity }: CompanyFile) => ({ country: identity!.country_pack });

/** A journal of credit notes takes nothing else; one of invoices takes their credit notes too. */
function directionOf(
  kind: DocumentKind,
  journal: Journal | undefined,
  file: CompanyFile,
  problems: Problem[],
): Direction | null {
  if (!journal) return null;
  const documents = documentsOf(journal.data.type);
  if (!documents) problems.push({ code: 'journal_takes_no_documents', field: 'journal_id', params: countryOf(file) });
  else if (kind === 'invoice' && documents.type === 'credit_note')
    problems.push({ code: 'document_type_not_of_journal', field: 'journal_id' });
  return documents?.direction ?? null;
}

function termOf(entryDate: PlainDate, thirdParty: ThirdParty | undefined): PlainDate | null {
  const days = thirdParty?.data.payment_days;
  return typeof days === 'number' ? daysLater(entryDate, days) : null;
}

function thirdPartyProblems(
  thirdParty: ThirdParty | undefined,
  direction: Direction | null,
  file: CompanyFile,
): Problem[] {
  const refused = (code: string): Problem[] => [{ code, field: 'third_party_id' }];
  if (!thirdParty) return refused('third_party_unknown');
  const { data } = thirdParty;
  if (!data.is_active) return refused('third_party_inactive');
  if (direction !== null && data.type !== (direction === 'sale' ? 'customer' : 'supplier'))
    return refused('third_party_not_of_direction');
  return isPostable(file, controlAccountOf(thirdParty)) ? [] : refused('third_party_without_account');
}

const controlAccountOf = ({ data }: ThirdParty): number | null => data.account_id ?? null;

function creditedProblems(command: PostInvoice, direction: Direction | null, file: CompanyFile): Problem[] {
  const { credited_entry_id, credited, third_party_id } = command;
  if (credited_entry_id === null) return [];
  const refused = (code: string): Problem[] => [{ code, field: 'credited_entry_id' }];
  if (!credited) return refused('credited_entry_unknown');
  const journal = recordsOf(file.records, journals).byId.get(credited.journal_id);
  const documents = journal && documentsOf(journal.data.type);
  if (credited.origin !== 'invoice' || (direction !== null && documents?.direction !== direction))
    return [{ code: 'credited_entry_not_invoice', field: 'credited_entry_id', params: countryOf(file) }];
  if (credited.status === 'reversed') return refused('credited_entry_reversed');
  return credited.third_party_id === third_party_id ? [] : refused('credited_entry_of_another');
}

interface Document {
  readonly lines: readonly EntryLine[];
  readonly vat: readonly VatEffect[];
}

/** What the document becomes, or null when something is wrong with its lines. */
function documentOf(
  command: PostInvoice,
  journal: Journal | undefined,
  thirdParty: ThirdParty | undefined,
  direction: Direction | null,
  file: CompanyFile,
  problems: Problem[],
): Document | null {
  if (command.lines.length === 0) problems.push({ code: 'entry_without_lines', field: 'lines' });
  const allotted = allottedLines(command, file, problems);
  const resolved = resolveLines(command.lines, thirdParty, direction, file, problems);
  if (!resolved || !thirdParty || command.lines.length === 0) return null;
  // What costs nothing leaves no trace in the books.
  const counted = resolved.filter(({ amount, base }) => !isZero(amount) || !isZero(base));
  if (counted.length === 0) problems.push({ code: 'document_is_zero', field: 'lines' });
  const taxes = taxesOf(counted, command.vat_amounts, command.entry_date, file, problems);
  if (counted.length === 0 || !taxes) return null;
  const total = sum([...counted.map(({ amount }) => amount), ...taxes.map(({ charged }) => charged)]);
  if (isNegative(total))
    problems.push({ code: `${command.kind}_negative`, field: 'lines', params: { total, ...countryOf(file) } });
  const costs = costsOf(counted, taxes);
  for (const [place, { index, accountId }] of counted.entries())
    if (accountId === null && !isZero(costs[place] ?? ZERO))
      problems.push({ code: 'required', field: `lines.${index}.account` });
  const lines = entryLines(command, counted, costs, allotted, taxes, total, direction!, thirdParty);
  problems.push(...missingOf(command, journal, counted, costs, lines, file));
  if (lines.length > MAX_LINES)
    problems.push({ code: 'entry_too_many_lines', field: 'lines', params: { max: MAX_LINES } });
  if (isTooLarge(lines) || taxes.some(({ base }) => absolute(base).length > MAX_AMOUNT.length))
    problems.push({ code: 'amount_too_large', field: 'lines', params: { max: MAX_AMOUNT } });
  return { lines, vat: taxes.map((tax) => effectOf(tax, command.kind)) };
}

/** By line; undefined where the defaults are to count. */
function allottedLines(
  { lines, entry_date: date }: PostInvoice,
  file: CompanyFile,
  problems: Problem[],
): readonly (readonly Allotted[] | undefined)[] {
  return lines.map(({ analytics, amount: whole }, index) =>
    analytics ? allocationOf(analytics, { at: `lines.${index}.analytics`, whole, date }, file, problems) : undefined,
  );
}

/** What was bought or sold comes first in the entry: those lines are the client's own. */
function missingOf(
  { entry_date, third_party_id }: PostInvoice,
  journal: Journal | undefined,
  counted: readonly ResolvedLine[],
  costs: readonly (SignedAmount | undefined)[],
  lines: readonly EntryLine[],
  file: CompanyFile,
): readonly Problem[] {
  const own = counted.filter((line, place) => line.accountId !== null && !isZero(bookedOf(line, costs[place])));
  const fieldOf = (place: number): string => (own[place] ? `lines.${own[place].index}.analytics` : 'lines');
  return missingAnalytics(lines, { journal, third_party_id, entry_date }, fieldOf, file);
}

/** With the tax that is not deducted. */
const bookedOf = ({ amount }: ResolvedLine, cost: SignedAmount | undefined): SignedAmount =>
  cost === undefined ? amount : add(amount, cost);

/** Amounts below a hundred millions cannot exceed the largest amount together: as many as they are, they need not be added. */
const HARMLESS_LENGTH = '99999999.99'.length;

function isTooLarge(lines: readonly EntryLine[]): boolean {
  if (lines.every(({ debit }) => debit.length <= HARMLESS_LENGTH)) return false;
  return sum(lines.map(({ debit }) => debit)).length > MAX_AMOUNT.length;
}

/** What was bought or sold, the tax, and the third party: the order in which people read a document. */
function entryLines(
  { kind, lineIds, third_party_id }: PostInvoice,
  lines: readonly ResolvedLine[],
  costs: readonly (SignedAmount | undefined)[],
  allotted: readonly (readonly Allotted[] | undefined)[],
  taxes: readonly Taxed[],
  total: SignedAmount,
  direction: Direction,
  thirdParty: ThirdParty,
): readonly EntryLine[] {
  const written: EntryLine[] = [];
  const isCostDebit = (direction === 'purchase') === (kind === 'invoice');
  /** On the side of the costs of a purchase invoice when the amount is positive. */
  const write = (account_id: number, amount: SignedAmount, rest: Partial<EntryLine>): void => {
    // The third party alone has its line even when nothing is to be paid: the document is one of its own.
    if (isZero(amount) && rest.third_party_id === undefined) return;
    const isDebit = isNegative(amount) !== isCostDebit;
    const value = absolute(amount);
    const sides = isDebit ? { debit: value, credit: ZERO } : { debit: ZERO, credit: value };
    written.push({ id: lineIds[written.length]!, account_id, ...sides, label: null, third_party_id: null, ...rest });
  };
  for (const [place, line] of lines.entries()) {
    const { accountId, label, rule, index } = line;
    if (accountId === null) continue;
    const booked = bookedOf(line, costs[place]);
    const codes = allotted[index];
    const analytics = codes && sharedOut(codes, absolute(booked));
    write(accountId, booked, { label, vat_code_id: rule.id, ...(analytics && { analytics }) });
  }
  for (const { rule, due, deductible } of taxes) {
    const owed = direction === 'sale' ? due : negate(due);
    if (rule.deductibleAccountId !== null) write(rule.deductibleAccountId, deductible, { vat_code_id: rule.id });
    if (rule.dueAccountId !== null) write(rule.dueAccountId, owed, { vat_code_id: rule.id });
  }
  write(controlAccountOf(thirdParty)!, negate(total), { third_party_id });
  return written;
}

/** Tax that is not deducted is part of the cost, in proportion to what it is reckoned on in the lines of its code. */
function costsOf(lines: readonly ResolvedLine[], taxes: readonly Taxed[]): readonly (SignedAmount | undefined)[] {
  const costs: SignedAmount[] = [];
  for (const { rule, nonDeductible } of taxes) {
    if (isZero(nonDeductible)) continue;
    const places = lines.flatMap((line, place) => (line.rule === rule ? [place] : []));
    const shares = share(
      nonDeductible,
      places.map((place) => lines[place]!.base),
    );
    places.forEach((place, index) => (costs[place] = shares[index]!));
  }
  return costs;
}
