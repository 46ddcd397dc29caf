import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { journalFor } from '../fiscal-years/journal.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { movedTax, paidDocuments, type PaidDocuments, type PaymentTax } from '../ledger/payment-tax.ts';
import { evolveLedger } from '../ledger/state.ts';
import {
  absolute,
  compare,
  isNegative,
  isZero,
  min,
  negate,
  round,
  subtract,
  type Amount,
  type SignedAmount,
} from '../money.ts';
import { living } from '../records/state.ts';
import { invalid, isRefusal, refuse, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { largestDifference, postedWriteOff, writeOffOf, type WriteOffIds } from './difference.ts';
import type { LetteredLine, Lettering, LetteringEvent, LetteringOrigin } from './lettering-events.ts';
import { letteringCode } from './state.ts';
import { byDueDate, openTotal, type OpenLine } from './open-line.ts';

/** Lettering by hand: lines that someone says settle one another. */

/** A line as it was requested: also one that cannot be lettered, so that it can be reported why. */
export interface LineToLetter extends OpenLine {
  /** False for what is carried from the year before, which is open there, line by line. */
  readonly isItem: boolean;
}

export interface LetterLines {
  readonly type: 'LetterLines';
  readonly line_ids: readonly number[];
  /** Those of the lines that are in the company file. */
  readonly lines: readonly LineToLetter[];
  /** Settles as much as the smaller side allows, and leaves the rest open. */
  readonly partial: boolean;
  /** Of the entry that takes a difference; null: the latest date of the lines. */
  readonly entry_date: PlainDate | null;
  readonly journal_id: number | null;
  readonly label: string | null;
  readonly letteringId: number;
  readonly writeOffIds: WriteOffIds;
  readonly payment?: PaymentTax;
}

export function decideLettering(command: LetterLines, file: CompanyFile): Decision<LetteringEvent | EntryEvent> {
  const problems = [...lineProblems(command, file)];
  if (command.journal_id !== null) journalFor(command.journal_id, file, problems);
  if (problems.length > 0) return invalid(problems);
  const { lines, letteringId: id, partial } = command;
  const code = letteringCode(file.lettering.count + 1);
  const settlement = { id, code, origin: 'manual' } as const;
  if (partial) {
    const allocated = allocatedTo(lines);
    return allocated
      ? settled([], letteringOf(settlement, allocated), command, file)
      : refuse('lettering_one_sided', atLines);
  }
  const difference = openTotal(lines);
  const inFull = lines.map((line) => ({ line, amount: line.open }));
  if (isZero(difference)) return settled([], letteringOf(settlement, inFull), command, file);
  const most = largestDifference(file);
  if (compare(absolute(difference), most) > 0) return unbalanced(difference, most);
  const { account_id, third_party_id } = lines[0]!;
  const entry_date = command.entry_date ?? latestDate(lines);
  const { journal_id } = command;
  const writeOff = writeOffOf({ amount: difference, account_id, third_party_id, entry_date, journal_id }, file);
  if (isRefusal(writeOff)) return writeOff;
  const entry = postedWriteOff(writeOff, command.writeOffIds, command.label, code, file);
  return settled([entry], letteringOf(settlement, inFull, entry.data), command, file);
}

/** The lettering behind what is posted with it: a difference, and the tax that becomes due by it. */
function settled(
  entries: readonly EntryEvent[],
  lettering: Lettering,
  { payment }: LetterLines,
  file: CompanyFile,
): Decision<LetteringEvent | EntryEvent> {
  if (!payment) return [...entries, lettered([lettering])];
  const ledger = entries.reduce(evolveLedger, file.ledger);
  const documents = paidDocuments(payment.documents, file);
  const ids = { entryId: payment.entryIds[0]!, lineIds: payment.lineIds };
  const moved = withMovedTax(lettering, documents, ids, { ...file, ledger });
  if (isRefusal(moved)) return moved;
  return [...entries, ...(moved.entry ? [moved.entry] : []), lettered([moved.lettering])];
}

interface WithMovedTax {
  readonly lettering: Lettering;
  readonly entry: Extract<EntryEvent, { type: 'EntryPosted' }> | null;
}

/** The lettering as it is to be recorded, and the entry that moves the tax on what it settles. */
export function withMovedTax(
  lettering: Lettering,
  documents: PaidDocuments,
  ids: { readonly entryId: number; readonly lineIds: readonly number[] },
  file: CompanyFile,
): WithMovedTax | Refusal {
  const { lines, settled_on: from, third_party_id } = lettering;
  if (!lines.some(({ line_id }) => documents.has(line_id))) return { lettering, entry: null };
  const entry = movedTax(lines, { documents, ...ids, third_party_id, from, isUndone: false }, file);
  if (entry && isRefusal(entry)) return entry;
  return { lettering: { ...lettering, moved_tax: entry ? { entry_id: entry.data.id } : {} }, entry };
}

const atLines = { field: 'line_ids' };

function unbalanced(difference: SignedAmount, most: Amount) {
  const params = { difference, max: round(most) };
  return refuse('lettering_unbalanced', { ...atLines, params }, { difference: params.difference });
}

/** Lines of one account and one third party that are open, each named once. */
function* lineProblems({ line_ids, lines }: LetterLines, file: CompanyFile): Generator<Problem> {
  const known = new Map(lines.map((line) => [line.line_id, line]));
  const named = new Set<number>();
  let first: LineToLetter | undefined;
  for (const [index, id] of line_ids.entries()) {
    const field = `line_ids.${index}`;
    const line = known.get(id);
    if (named.has(id)) yield { code: 'line_repeated', field };
    else if (!line) yield { code: 'line_unknown', field };
    else {
      const code = problemOf(line, (first ??= line), file);
      if (code !== null) yield { code, field };
    }
    named.add(id);
  }
}

function problemOf(line: LineToLetter, first: LineToLetter, file: CompanyFile): string | null {
  if (!living(file.records, accounts, line.account_id)?.data.is_letterable) return 'account_not_letterable';
  if (!line.isItem) return 'line_not_letterable';
  if (isZero(line.open)) return 'line_settled';
  if (line.account_id !== first.account_id) return 'line_of_another_account';
  return line.third_party_id === first.third_party_id ? null : 'line_of_another_third_party';
}

/** How much of a line is settled now: debit is positive, credit negative. */
export interface Allocation {
  readonly line: OpenLine;
  readonly amount: SignedAmount;
}

/** The smaller side in full, the other in the order of due dates until it is used up; null when there is only one side. */
export function allocatedTo(lines: readonly OpenLine[]): Allocation[] | null {
  const inOrder = lines.toSorted(byDueDate);
  const debits = inOrder.filter(({ open }) => !open.startsWith('-'));
  const credits = inOrder.filter(({ open }) => open.startsWith('-'));
  const size = min(openTotal(debits), negate(openTotal(credits)));
  if (isZero(size)) return null;
  return [...taken(debits, size), ...taken(credits, size)];
}

function taken(lines: readonly OpenLine[], size: Amount): Allocation[] {
  let left = size;
  return lines.flatMap((line) => {
    const amount = min(absolute(line.open), left);
    left = subtract(left, amount);
    return isZero(amount) ? [] : [{ line, amount: isNegative(line.open) ? negate(amount) : amount }];
  });
}

interface Settlement {
  readonly id: number;
  readonly code: string;
  readonly origin: LetteringOrigin;
  readonly reason?: string;
}

/** The entry that took a difference settles, with its first line, what the others leave. */
interface DifferenceEntry {
  readonly id: number;
  readonly entry_date: PlainDate;
  readonly lines: readonly EntryLine[];
}

export function letteringOf(
  settlement: Settlement,
  allocations: readonly Allocation[],
  difference: DifferenceEntry | null = null,
): Lettering {
  const { account_id, third_party_id } = allocations[0]!.line;
  const lines = allocations.map(({ line: { line_id, entry_id, line_number }, amount }): LetteredLine => ({
    line_id,
    entry_id,
    line_number,
    amount,
  }));
  const dates = allocations.map(({ line }) => line);
  return {
    ...settlement,
    account_id,
    third_party_id,
    settled_on: latestDate(difference ? [...dates, difference] : dates),
    ...(difference && { difference_entry_id: difference.id }),
    lines: difference ? [...lines, settlingLine(difference)] : lines,
  };
}

function settlingLine({ id, lines: [line] }: DifferenceEntry): LetteredLine {
  const { id: line_id, debit, credit } = line!;
  return { line_id, entry_id: id, line_number: 1, amount: subtract(debit, credit) };
}

/** @throws when one of them does not balance: no lettering ever goes to the log that does not */
export function lettered(letterings: readonly Lettering[]): LetteringEvent {
  for (const { id, lines } of letterings) {
    const total = openTotal(lines.map(({ amount }) => ({ open: amount })));
    if (!isZero(total)) throw new Error(`Lettering ${id} does not balance: ${total}`);
  }
  return { type: 'LinesLettered', data: { letterings } };
}

export function latestDate(dated: readonly { readonly entry_date: PlainDate }[]): PlainDate {
  return dated.reduce((latest, { entry_date }) => (entry_date > latest ? entry_date : latest), dated[0]!.entry_date);
}
