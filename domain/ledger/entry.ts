import { resolveAllocation, distributeShares, type RequestedShare } from '../analytics/allocation.ts';
import { findMissingAnalytics } from '../analytics/required.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { journals, type Journal } from '../journals/journal.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { absolute, isZero, MAX_AMOUNT, sum, ZERO, type Amount, type SignedAmount } from '../money.ts';
import { findLiveRecord } from '../records/state.ts';
import {
  collectValue,
  joinProblems,
  NO_PROBLEMS,
  refuseInvalid,
  type Checked,
  type Decision,
  type Problem,
} from '../refusal.ts';
import type { EntryEvent, EntryLine } from './entry-events.ts';
import { refuseLocked, findPostingLock, findPlace, type Place } from './place.ts';
import { findOnlyThirdParty, buildPostedEntry } from './posting.ts';
import { buildFreeVat, resolveTaxedLine, type TaxedLine } from './free-vat.ts';
import type { NamedVatCode } from './invoice-lines.ts';
import { resolveLineCurrency, type RequestedCurrency } from './line-currency.ts';
import { toTaxCurrency } from './vat-currency.ts';
import { resolveNamedAccount, type NamedAccount } from './named-account.ts';

/** Posting of free entries: balanced, dated in a fiscal year, on active accounts, numbered without gaps. */

export const MAX_LINES = 1000;

export interface PostEntry {
  readonly type: 'PostEntry';
  readonly entryId: number;
  /** One per line. */
  readonly lineIds: readonly number[];
  readonly journal_id: number;
  readonly entry_date: PlainDate;
  readonly due_date: PlainDate | null;
  readonly label: string | null;
  readonly reference: string | null;
  readonly lines: readonly RequestedLine[];
}

export interface RequestedLine extends NamedAccount, Partial<NamedVatCode>, RequestedCurrency {
  readonly debit: Amount;
  readonly credit: Amount;
  readonly label: string | null;
  readonly third_party_id: number | null;
  /** The taxable base for the VAT code, if it is not the line amount. Positive as on an invoice. */
  readonly tax_base?: SignedAmount | null;
  /** Analytic codes. Absent or null: the defaults apply. Empty: none. */
  readonly analytics?: readonly RequestedShare[] | null;
}

export function decideEntry(command: PostEntry, file: CompanyFile): Decision<EntryEvent> {
  const journal = findLiveRecord(file.records, journals, command.journal_id);
  const place = findPlace(file.fiscalYears, command.entry_date);
  const problems = [...checkEntryJournal(journal), ...checkEntryDates(place, command.entry_date, command.due_date)];
  if (command.lines.length === 0) problems.push({ code: 'entry_without_lines', field: 'lines' });
  if (command.lines.length > MAX_LINES)
    problems.push({ code: 'entry_too_many_lines', field: 'lines', params: { max: MAX_LINES } });
  const taxedLines: TaxedLine[] = [];
  const lines = command.lines.map((line, index) => {
    const resolved = collectValue(resolveLine(line, index, command, file), problems);
    const taxed = collectValue(resolveTaxedLine(line, resolved, `lines.${index}.`, file), problems);
    if (!taxed) return resolved;
    taxedLines.push(taxed);
    return { ...resolved, vat_code_id: taxed.rule.id };
  });
  const debit = sum(command.lines.map((line) => line.debit));
  const credit = sum(command.lines.map((line) => line.credit));
  if (debit !== credit) problems.push({ code: 'entry_unbalanced', field: 'lines', params: { debit, credit } });
  const vat = collectValue(toTaxCurrency(buildFreeVat(taxedLines), command.entry_date, file), problems);
  const allocated = { journal, third_party_id: findOnlyThirdParty(lines), entry_date: command.entry_date };
  problems.push(...findMissingAnalytics(lines, allocated, (place) => `lines.${place}.analytics`, file));
  if (debit.length > MAX_AMOUNT.length || vat.some(({ base }) => absolute(base).length > MAX_AMOUNT.length))
    problems.push({ code: 'amount_too_large', field: 'lines', params: { max: MAX_AMOUNT } });
  const lock = place && findPostingLock(place, command.entry_date, vat, file);
  if (lock) return refuseLocked(lock, 'entry_date', problems);
  if (problems.length > 0 || !place || !journal) return refuseInvalid(problems);
  const { entryId: id, journal_id, entry_date, due_date, label, reference } = command;
  const draft = { id, journal_id, entry_date, due_date, label, reference, origin: 'free', lines } as const;
  return [buildPostedEntry({ ...draft, ...(vat.length > 0 && { vat }) }, journal, place, file)];
}

export function checkEntryJournal(journal: Journal | undefined): readonly Problem[] {
  if (!journal) return [{ code: 'journal_unknown', field: 'journal_id' }];
  return journal.data.is_active ? NO_PROBLEMS : [{ code: 'journal_inactive', field: 'journal_id' }];
}

export function checkEntryDates(
  place: Place | undefined,
  entryDate: PlainDate,
  dueDate: PlainDate | null,
): readonly Problem[] {
  return joinProblems(
    place ? NO_PROBLEMS : [{ code: 'date_outside_fiscal_years', field: 'entry_date' }],
    dueDate !== null && dueDate < entryDate ? [{ code: 'due_date_before_entry_date', field: 'due_date' }] : NO_PROBLEMS,
  );
}

function resolveLine(
  line: RequestedLine,
  index: number,
  { lineIds, entry_date: date }: PostEntry,
  file: CompanyFile,
): Checked<EntryLine> {
  const prefix = `lines.${index}.`;
  const { id: account_id, account, problems: ofAccount } = resolveNamedAccount(line, prefix, file);
  const { value: inCurrency, problems: ofCurrency } = resolveLineCurrency(line, account, prefix, file);
  const ofLine = joinProblems(ofAccount, checkSides(line, prefix), checkThirdParty(line, prefix, file), ofCurrency);
  const { debit, credit, label, third_party_id, analytics } = line;
  const resolved = { id: lineIds[index]!, account_id, debit, credit, label, third_party_id, ...inCurrency };
  if (!analytics) return { value: resolved, problems: ofLine };
  const whole = debit === ZERO ? credit : debit;
  const { value: allotted, problems } = resolveAllocation(analytics, { at: `${prefix}analytics`, whole, date }, file);
  return {
    value: { ...resolved, analytics: distributeShares(allotted, whole) },
    problems: joinProblems(ofLine, problems),
  };
}

function checkSides({ debit, credit, tax_base }: RequestedLine, prefix: string): readonly Problem[] {
  if (debit !== ZERO && credit !== ZERO) return [{ code: 'line_both_sides', field: `${prefix}debit` }];
  // A line may also contain only the taxable base of a VAT code.
  if (debit === ZERO && credit === ZERO && isZero(tax_base ?? ZERO))
    return [{ code: 'line_no_side', field: `${prefix}debit` }];
  return NO_PROBLEMS;
}

/** Also used for lines of bank transactions. */
export function checkThirdParty(
  { third_party_id }: Pick<RequestedLine, 'third_party_id'>,
  prefix: string,
  file: CompanyFile,
): readonly Problem[] {
  if (third_party_id === null) return NO_PROBLEMS;
  const thirdParty = findLiveRecord(file.records, thirdParties, third_party_id);
  if (thirdParty?.data.is_active) return NO_PROBLEMS;
  return [{ code: thirdParty ? 'third_party_inactive' : 'third_party_unknown', field: `${prefix}third_party_id` }];
}
