import { allocationOf, sharedOut, type RequestedShare } from '../analytics/allocation.ts';
import { missingAnalytics } from '../analytics/required.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { journals, type Journal } from '../journals/journal.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { absolute, isZero, MAX_AMOUNT, sum, ZERO, type Amount, type SignedAmount } from '../money.ts';
import { living } from '../records/state.ts';
import { invalid, type Decision, type Problem } from '../refusal.ts';
import type { EntryEvent, EntryLine } from './entry-events.ts';
import { lockedAt, lockFor, placeOf, type Place } from './place.ts';
import { onlyThirdParty, posted } from './posting.ts';
import { freeVatOf, taxedLineOf, type TaxedLine } from './free-vat.ts';
import type { NamedVatCode } from './invoice-lines.ts';
import { namedAccount, type NamedAccount } from './named-account.ts';

/** Posting of free entries: balanced, dated in a fiscal year, on living accounts, numbered without a gap. */

export const MAX_LINES = 1000;

export interface PostEntry {
  readonly type: 'PostEntry';
  readonly entryId: number;
  /** One for each line. */
  readonly lineIds: readonly number[];
  readonly journal_id: number;
  readonly entry_date: PlainDate;
  readonly due_date: PlainDate | null;
  readonly label: string | null;
  readonly reference: string | null;
  readonly lines: readonly RequestedLine[];
}

export interface RequestedLine extends NamedAccount, Partial<NamedVatCode> {
  readonly debit: Amount;
  readonly credit: Amount;
  readonly label: string | null;
  readonly third_party_id: number | null;
  /** What a VAT code is reckoned on, where the line itself does not say it; positive as on an invoice. */
  readonly tax_base?: SignedAmount | null;
  /** The analytic codes that it is told by; absent or null: by the defaults, empty: by none. */
  readonly analytics?: readonly RequestedShare[] | null;
}

export function decideEntry(command: PostEntry, file: CompanyFile): Decision<EntryEvent> {
  const journal = living(file.records, journals, command.journal_id);
  const problems: Problem[] = [...journalProblems(journal)];
  const place = placeOf(file.fiscalYears, command.entry_date);
  problems.push(...dateProblems(place, command.entry_date, command.due_date));
  if (command.lines.length === 0) problems.push({ code: 'entry_without_lines', field: 'lines' });
  if (command.lines.length > MAX_LINES)
    problems.push({ code: 'entry_too_many_lines', field: 'lines', params: { max: MAX_LINES } });
  const taxedLines: TaxedLine[] = [];
  const lines = command.lines.map((line, index) => {
    const resolved = resolveLine(line, index, command, file, problems);
    const taxed = taxedLineOf(line, resolved, `lines.${index}.`, file, problems);
    if (!taxed) return resolved;
    taxedLines.push(taxed);
    return { ...resolved, vat_code_id: taxed.rule.id };
  });
  const debit = sum(command.lines.map((line) => line.debit));
  const credit = sum(command.lines.map((line) => line.credit));
  if (debit !== credit) problems.push({ code: 'entry_unbalanced', field: 'lines', params: { debit, credit } });
  const vat = freeVatOf(taxedLines);
  const allocated = { journal, third_party_id: onlyThirdParty(lines), entry_date: command.entry_date };
  problems.push(...missingAnalytics(lines, allocated, (place) => `lines.${place}.analytics`, file));
  if (debit.length > MAX_AMOUNT.length || vat.some(({ base }) => absolute(base).length > MAX_AMOUNT.length))
    problems.push({ code: 'amount_too_large', field: 'lines', params: { max: MAX_AMOUNT } });
  const lock = place && lockFor(place, command.entry_date, vat, file);
  if (lock) return lockedAt(lock, 'entry_date', problems);
  if (problems.length > 0 || !place || !journal) return invalid(problems);
  const { entryId: id, journal_id, entry_date, due_date, label, reference } = command;
  const draft = { id, journal_id, entry_date, due_date, label, reference, origin: 'free', lines } as const;
  return [posted({ ...draft, ...(vat.length > 0 && { vat }) }, journal, place, file)];
}

export function journalProblems(journal: Journal | undefined): Problem[] {
  if (!journal) return [{ code: 'journal_unknown', field: 'journal_id' }];
  return journal.data.is_active ? [] : [{ code: 'journal_inactive', field: 'journal_id' }];
}

export function dateProblems(place: Place | undefined, entryDate: PlainDate, dueDate: PlainDate | null): Problem[] {
  const problems: Problem[] = [];
  if (!place) problems.push({ code: 'date_outside_fiscal_years', field: 'entry_date' });
  if (dueDate !== null && dueDate < entryDate) problems.push({ code: 'due_date_before_entry_date', field: 'due_date' });
  return problems;
}

function resolveLine(
  line: RequestedLine,
  index: number,
  { lineIds, entry_date: date }: PostEntry,
  file: CompanyFile,
  problems: Problem[],
): EntryLine {
  const at = (name: string) => `lines.${index}.${name}`;
  const { id: account_id } = namedAccount(line, at(''), file, problems);

  if (line.debit !== ZERO && line.credit !== ZERO) problems.push({ code: 'line_both_sides', field: at('debit') });
  // A line may also say only what a VAT code is reckoned on.
  if (line.debit === ZERO && line.credit === ZERO && isZero(line.tax_base ?? ZERO))
    problems.push({ code: 'line_no_side', field: at('debit') });

  if (line.third_party_id !== null) {
    const thirdParty = living(file.records, thirdParties, line.third_party_id);
    if (!thirdParty) problems.push({ code: 'third_party_unknown', field: at('third_party_id') });
    else if (!thirdParty.data.is_active) problems.push({ code: 'third_party_inactive', field: at('third_party_id') });
  }
  const { debit, credit, label, third_party_id, analytics } = line;
  const resolved = { id: lineIds[index]!, account_id, debit, credit, label, third_party_id };
  if (!analytics) return resolved;
  const whole = debit === ZERO ? credit : debit;
  const allotted = allocationOf(analytics, { at: at('analytics'), whole, date }, file, problems);
  return { ...resolved, analytics: sharedOut(allotted, whole) };
}
