import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { resolveMiscellaneousJournal } from '../fiscal-years/journal.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { moveTax, indexPaidDocuments, type PaidDocuments, type PaymentTax } from '../ledger/payment-tax.ts';
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
import { findLiveRecord } from '../records/state.ts';
import { refuseInvalid, isRefusal, refuse, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { getLargestDifference, buildWriteOffEntry, planWriteOff, type WriteOffIds } from './difference.ts';
import type { LetteredLine, Lettering, LetteringEvent, LetteringOrigin } from './lettering-events.ts';
import { formatLetteringCode } from './state.ts';
import { compareByDueDate, sumOpen, type OpenLine } from './open-line.ts';

/** Manual lettering: lines that a user matches with one another. */

/** A requested line. May also be one that cannot be lettered, so that the reason can be reported. */
export interface LineToLetter extends OpenLine {
  /** False for balances carried forward: their items are open in the previous year, line by line. */
  readonly isItem: boolean;
}

export interface LetterLines {
  readonly type: 'LetterLines';
  readonly line_ids: readonly number[];
  /** The requested lines that exist in the company file. */
  readonly lines: readonly LineToLetter[];
  /** Settles as much as the smaller side allows and leaves the rest open. */
  readonly partial: boolean;
  /** Date of the entry for a difference. Null: the latest date of the lines. */
  readonly entry_date: PlainDate | null;
  readonly journal_id: number | null;
  readonly label: string | null;
  readonly letteringId: number;
  readonly writeOffIds: WriteOffIds;
  readonly payment?: PaymentTax;
}

export function decideLettering(command: LetterLines, file: CompanyFile): Decision<LetteringEvent | EntryEvent> {
  const problems = [...checkLines(command, file)];
  if (command.journal_id !== null) problems.push(...resolveMiscellaneousJournal(command.journal_id, file).problems);
  if (problems.length > 0) return refuseInvalid(problems);
  const { lines, letteringId: id, partial } = command;
  const code = formatLetteringCode(file.lettering.count + 1);
  const settlement = { id, code, origin: 'manual' } as const;
  if (partial) {
    const allocated = allocateSmallerSide(lines);
    return allocated
      ? buildLetteringEvents([], buildLettering(settlement, allocated), command, file)
      : refuse('lettering_one_sided', atLines);
  }
  const difference = sumOpen(lines);
  const inFull = lines.map((line) => ({ line, amount: line.open }));
  if (isZero(difference)) return buildLetteringEvents([], buildLettering(settlement, inFull), command, file);
  const most = getLargestDifference(file);
  if (compare(absolute(difference), most) > 0) return refuseUnbalanced(difference, most);
  const { account_id, third_party_id } = lines[0]!;
  const entry_date = command.entry_date ?? getLatestDate(lines);
  const { journal_id } = command;
  const writeOff = planWriteOff({ amount: difference, account_id, third_party_id, entry_date, journal_id }, file);
  if (isRefusal(writeOff)) return writeOff;
  const entry = buildWriteOffEntry(writeOff, command.writeOffIds, command.label, code, file);
  return buildLetteringEvents([entry], buildLettering(settlement, inFull, entry.data), command, file);
}

/** Builds the lettering, preceded by its entries: a write-off and the tax that becomes due. */
function buildLetteringEvents(
  entries: readonly EntryEvent[],
  lettering: Lettering,
  { payment }: LetterLines,
  file: CompanyFile,
): Decision<LetteringEvent | EntryEvent> {
  if (!payment) return [...entries, buildLetteredEvent([lettering])];
  const ledger = entries.reduce(evolveLedger, file.ledger);
  const documents = indexPaidDocuments(payment.documents, file);
  const ids = { entryId: payment.entryIds[0]!, lineIds: payment.lineIds };
  const moved = withMovedTax(lettering, documents, ids, { ...file, ledger });
  if (isRefusal(moved)) return moved;
  return [...entries, ...(moved.entry ? [moved.entry] : []), buildLetteredEvent([moved.lettering])];
}

interface WithMovedTax {
  readonly lettering: Lettering;
  readonly entry: Extract<EntryEvent, { type: 'EntryPosted' }> | null;
}

/** The lettering to record, and the entry that moves the tax on the settled amount. */
export function withMovedTax(
  lettering: Lettering,
  documents: PaidDocuments,
  ids: { readonly entryId: number; readonly lineIds: readonly number[] },
  file: CompanyFile,
): WithMovedTax | Refusal {
  const { lines, settled_on: from, third_party_id } = lettering;
  if (!lines.some(({ line_id }) => documents.has(line_id))) return { lettering, entry: null };
  const entry = moveTax(lines, { documents, ...ids, third_party_id, from, isUndone: false }, file);
  if (entry && isRefusal(entry)) return entry;
  return { lettering: { ...lettering, moved_tax: entry ? { entry_id: entry.data.id } : {} }, entry };
}

const atLines = { field: 'line_ids' };

function refuseUnbalanced(difference: SignedAmount, most: Amount) {
  const params = { difference, max: round(most) };
  return refuse('lettering_unbalanced', { ...atLines, params }, { difference: params.difference });
}

/** Checks that the lines are open, of one account and one third party, and listed once. */
function* checkLines({ line_ids, lines }: LetterLines, file: CompanyFile): Generator<Problem> {
  const known = new Map(lines.map((line) => [line.line_id, line]));
  const named = new Set<number>();
  let first: LineToLetter | undefined;
  for (const [index, id] of line_ids.entries()) {
    const field = `line_ids.${index}`;
    const line = known.get(id);
    if (named.has(id)) yield { code: 'line_repeated', field };
    else if (!line) yield { code: 'line_unknown', field };
    else {
      const code = findLineProblem(line, (first ??= line), file);
      if (code !== null) yield { code, field };
    }
    named.add(id);
  }
}

function findLineProblem(line: LineToLetter, first: LineToLetter, file: CompanyFile): string | null {
  if (!findLiveRecord(file.records, accounts, line.account_id)?.data.is_letterable) return 'account_not_letterable';
  if (!line.isItem) return 'line_not_letterable';
  if (isZero(line.open)) return 'line_settled';
  if (line.account_id !== first.account_id) return 'line_of_another_account';
  return line.third_party_id === first.third_party_id ? null : 'line_of_another_third_party';
}

/** The part of a line that is settled now. Debit is positive, credit is negative. */
export interface Allocation {
  readonly line: OpenLine;
  readonly amount: SignedAmount;
}

/** Settles the smaller side in full and the other by due date until it is used up. Null if there is only one side. */
export function allocateSmallerSide(lines: readonly OpenLine[]): Allocation[] | null {
  const inOrder = lines.toSorted(compareByDueDate);
  const debits = inOrder.filter(({ open }) => !open.startsWith('-'));
  const credits = inOrder.filter(({ open }) => open.startsWith('-'));
  const size = min(sumOpen(debits), negate(sumOpen(credits)));
  if (isZero(size)) return null;
  return [...takeUpTo(debits, size), ...takeUpTo(credits, size)];
}

function takeUpTo(lines: readonly OpenLine[], size: Amount): Allocation[] {
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

/** An entry that wrote off a difference. Its first line settles the remaining amount. */
interface DifferenceEntry {
  readonly id: number;
  readonly entry_date: PlainDate;
  readonly lines: readonly EntryLine[];
}

export function buildLettering(
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
    settled_on: getLatestDate(difference ? [...dates, difference] : dates),
    ...(difference && { difference_entry_id: difference.id }),
    lines: difference ? [...lines, toSettlingLine(difference)] : lines,
  };
}

function toSettlingLine({ id, lines: [line] }: DifferenceEntry): LetteredLine {
  const { id: line_id, debit, credit } = line!;
  return { line_id, entry_id: id, line_number: 1, amount: subtract(debit, credit) };
}

/** @throws if a lettering does not balance, so that none ever reaches the log */
export function buildLetteredEvent(letterings: readonly Lettering[]): LetteringEvent {
  for (const { id, lines } of letterings) {
    const total = sumOpen(lines.map(({ amount }) => ({ open: amount })));
    if (!isZero(total)) throw new Error(`Lettering ${id} does not balance: ${total}`);
  }
  return { type: 'LinesLettered', data: { letterings } };
}

export function getLatestDate(dated: readonly { readonly entry_date: PlainDate }[]): PlainDate {
  return dated.reduce((latest, { entry_date }) => (entry_date > latest ? entry_date : latest), dated[0]!.entry_date);
}
