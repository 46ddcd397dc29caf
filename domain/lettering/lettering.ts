import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { supplyAccounts, type BooksDifferences } from '../currency/missing-accounts.ts';
import type { RecordEvent } from '../records/record-events.ts';
import type { PlainDate } from '../dates.ts';
import { resolveMiscellaneousJournal } from '../fiscal-years/journal.ts';
import type { EntryEvent, EntryLine, EntryOrigin } from '../ledger/entry-events.ts';
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
  sum,
  ZERO,
  type Amount,
  type SignedAmount,
} from '../money.ts';
import { findLiveRecord } from '../records/state.ts';
import { refuseInvalid, isRefusal, refuse, type Decision, type Problem, type Refusal } from '../refusal.ts';
import {
  getLargestDifference,
  buildWriteOffEntry,
  planWriteOff,
  type DifferenceOf,
  type WriteOffIds,
} from './difference.ts';
import {
  allocateInFull,
  allocatePart,
  buildExchangeEntry,
  findCommonCurrency,
  planExchange,
  sumAllocations,
  sumOpenAmounts,
  type Allocation,
} from './exchange.ts';
import type { LetteredLine, Lettering, LetteringEvent, LetteringOrigin } from './lettering-events.ts';
import { formatLetteringCode } from './state.ts';
import { compareByDueDate, getOpenAmount, sumOpen, type OpenLine } from './open-line.ts';

/** Manual lettering: lines that a user matches with one another. */

/** A requested line. May also be one that cannot be lettered, so that the reason can be reported. */
export interface LineToLetter extends OpenLine {
  /** False for balances carried forward: their items are open in the previous year, line by line. */
  readonly isItem: boolean;
}

export interface LetterLines extends BooksDifferences {
  readonly type: 'LetterLines';
  readonly line_ids: readonly number[];
  /** The requested lines that exist in the company file. */
  readonly lines: readonly LineToLetter[];
  /** Settles as much as the smaller side allows and leaves the rest open. */
  readonly partial: boolean;
  /** Lines of different currencies settle one another in full. The rest is an exchange difference. */
  readonly across_currencies?: boolean;
  /** Date of the entry for a difference. Null: the latest date of the lines. */
  readonly entry_date: PlainDate | null;
  readonly journal_id: number | null;
  readonly label: string | null;
  readonly letteringId: number;
  readonly writeOffIds: WriteOffIds;
  readonly payment?: PaymentTax;
}

export const decideLettering = (
  command: LetterLines,
  file: CompanyFile,
): Decision<LetteringEvent | EntryEvent | RecordEvent> =>
  supplyAccounts(command, file, (supplied) => letterLines(command, supplied));

function letterLines(command: LetterLines, file: CompanyFile): Decision<LetteringEvent | EntryEvent> {
  const problems = [...checkLines(command, file)];
  if (command.journal_id !== null) problems.push(...resolveMiscellaneousJournal(command.journal_id, file).problems);
  if (problems.length > 0) return refuseInvalid(problems);
  const { lines, letteringId: id, partial } = command;
  const currency = findCommonCurrency(lines);
  if (currency === undefined && !(command.across_currencies && !partial))
    return refuse('lettering_currencies', atLines);
  const code = formatLetteringCode(file.lettering.count + 1);
  const settlement = { id, code, origin: 'manual' } as const;
  const allocated = partial ? allocateSmallerSide(lines) : lines.map(allocateInFull);
  if (!allocated) return refuse('lettering_one_sided', atLines);
  if (currency === null && partial)
    return buildLetteringEvents([], buildLettering(settlement, allocated), command, file);
  if (currency !== null) return letterInCurrency(settlement, allocated, command, file);
  const difference = sumOpen(lines);
  if (isZero(difference)) return buildLetteringEvents([], buildLettering(settlement, allocated), command, file);
  const most = getLargestDifference(file);
  if (compare(absolute(difference), most) > 0) return refuseUnbalanced(difference, most);
  const writeOff = planWriteOff(toDifference(difference, command), file);
  if (isRefusal(writeOff)) return writeOff;
  const entry = buildWriteOffEntry(writeOff, command.writeOffIds, command.label, code, file);
  return buildLetteringEvents([entry], buildLettering(settlement, allocated, entry.data), command, file);
}

const toDifference = (amount: SignedAmount, { lines, entry_date, journal_id }: LetterLines): DifferenceOf => ({
  amount,
  account_id: lines[0]!.account_id,
  third_party_id: lines[0]!.third_party_id,
  entry_date: entry_date ?? getLatestDate(lines),
  journal_id,
});

/** Closes on the amounts in the currency, and books what remains in the currency of the company file. */
function letterInCurrency(
  settlement: Settlement,
  allocated: readonly Allocation[],
  command: LetterLines,
  file: CompanyFile,
): Decision<LetteringEvent | EntryEvent> {
  const { lines, partial, label } = command;
  const currency = findCommonCurrency(lines) ?? undefined;
  const unpaid = currency === undefined || partial ? ZERO : sumOpenAmounts(lines);
  if (!isZero(unpaid)) return refuseUnbalanced(unpaid, ZERO, currency);
  if (currency === undefined && new Set(allocated.map(({ amount }) => isNegative(amount))).size === 1)
    return refuse('lettering_one_sided', atLines);
  const difference = sumAllocations(allocated);
  if (isZero(difference)) return buildLetteringEvents([], buildLettering(settlement, allocated), command, file);
  const plan = planExchange(toDifference(difference, command), file);
  if (isRefusal(plan)) return plan;
  const told = { label, code: settlement.code, ...(currency !== undefined && { currency }) };
  const entry = buildExchangeEntry(plan, command.writeOffIds, told, file);
  return buildLetteringEvents([entry], buildLettering(settlement, allocated, entry.data), command, file);
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

function refuseUnbalanced(difference: SignedAmount, most: Amount, currency?: string) {
  if (currency !== undefined)
    return refuse(
      'lettering_unbalanced',
      { ...atLines, code: 'lettering_unbalanced_currency', params: { difference, currency } },
      { difference, currency },
    );
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

/**
 * Settles the smaller side in full and the other by due date until it is used up, in the currency of the lines, which all
 * have the same. Null if there is only one side.
 */
export function allocateSmallerSide(lines: readonly OpenLine[]): Allocation[] | null {
  const inOrder = lines.toSorted(compareByDueDate);
  const debits = inOrder.filter((line) => !getOpenAmount(line).startsWith('-'));
  const credits = inOrder.filter((line) => getOpenAmount(line).startsWith('-'));
  const size = min(sumOpenAmounts(debits), negate(sumOpenAmounts(credits)));
  if (isZero(size)) return null;
  return [...takeUpTo(debits, size), ...takeUpTo(credits, size)];
}

function takeUpTo(lines: readonly OpenLine[], size: Amount): Allocation[] {
  let left = size;
  return lines.flatMap((line) => {
    const open = getOpenAmount(line);
    const amount = min(absolute(open), left);
    left = subtract(left, amount);
    return isZero(amount) ? [] : [allocatePart(line, isNegative(open) ? negate(amount) : amount)];
  });
}

interface Settlement {
  readonly id: number;
  readonly code: string;
  readonly origin: LetteringOrigin;
  readonly reason?: string;
}

/** An entry that booked a difference. Its first line settles the remaining amount. */
interface DifferenceEntry {
  readonly id: number;
  readonly entry_date: PlainDate;
  readonly origin: EntryOrigin;
  readonly lines: readonly EntryLine[];
}

export function buildLettering(
  settlement: Settlement,
  allocations: readonly Allocation[],
  difference: DifferenceEntry | null = null,
): Lettering {
  const { account_id, third_party_id } = allocations[0]!.line;
  const lines = allocations.map(toLetteredLine);
  const dates = allocations.map(({ line }) => line);
  const currency = findCommonCurrency(dates);
  return {
    ...settlement,
    account_id,
    third_party_id,
    settled_on: getLatestDate(difference ? [...dates, difference] : dates),
    ...(difference && nameDifference(difference)),
    ...(currency && { currency }),
    lines: difference ? [...lines, toSettlingLine(difference)] : lines,
  };
}

const toLetteredLine = ({ line, amount, currency_amount }: Allocation): LetteredLine => ({
  line_id: line.line_id,
  entry_id: line.entry_id,
  line_number: line.line_number,
  amount,
  ...(currency_amount !== undefined && { currency_amount }),
});

const nameDifference = ({ id, origin }: DifferenceEntry) =>
  origin === 'exchange_difference' ? { exchange_entry_id: id } : { difference_entry_id: id };

function toSettlingLine({ id, lines: [line] }: DifferenceEntry): LetteredLine {
  const { id: line_id, debit, credit, currency_amount } = line!;
  const amount = subtract(debit, credit);
  return { line_id, entry_id: id, line_number: 1, amount, ...(currency_amount !== undefined && { currency_amount }) };
}

/** @throws if a lettering does not balance, so that none ever reaches the log */
export function buildLetteredEvent(letterings: readonly Lettering[]): LetteringEvent {
  for (const { id, lines, currency } of letterings) {
    const total = sum(lines.map(({ amount }) => amount));
    if (!isZero(total)) throw new Error(`Lettering ${id} does not balance: ${total}`);
    const inCurrency = currency === undefined ? ZERO : sum(lines.map(({ currency_amount = ZERO }) => currency_amount));
    if (!isZero(inCurrency)) throw new Error(`Lettering ${id} does not balance: ${inCurrency} ${currency!}`);
  }
  return { type: 'LinesLettered', data: { letterings } };
}

export function getLatestDate(dated: readonly { readonly entry_date: PlainDate }[]): PlainDate {
  return dated.reduce((latest, { entry_date }) => (entry_date > latest ? entry_date : latest), dated[0]!.entry_date);
}
