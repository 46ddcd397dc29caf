import { splitIntoBatchesInSteps } from '../batches.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { supplyAccountsInSteps, type BooksDifferences } from '../currency/missing-accounts.ts';
import type { RecordEvent } from '../records/record-events.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { LetteringFacts } from '../ledger/entry-facts.ts';
import { indexPaidDocuments, moveTaxBack, type PaidDocument, type PaymentTax } from '../ledger/payment-tax.ts';
import { evolveLedger } from '../ledger/state.ts';
import { buildLetteredEvent, withMovedTax, type LineToLetter } from '../lettering/lettering.ts';
import type { Lettering, LetteringEvent } from '../lettering/lettering-events.ts';
import { formatLetteringCode } from '../lettering/state.ts';
import { add, negate, ZERO, type SignedAmount } from '../money.ts';
import { isRefusal, refuse, type Decision, type Refusal } from '../refusal.ts';
import { runAllSteps, type Steps } from '../steps.ts';
import type { DocumentEvent } from '../documents/document-events.ts';
import { evolveDocuments } from '../documents/state.ts';
import type { BankEvent, TransactionMatch } from './bank-events.ts';
import { buildDiscountCorrection, type DiscountCorrections } from './discount-correction.ts';
import { buildMatchEntry, type ItemOfMatch, type MatchEntry } from './match-entry.ts';
import type { RequestedMatch, TransactionToMatch } from './match-request.ts';
import { findVersionConflict } from '../versions.ts';

/**
 * Books a transaction: an entry in the journal of its bank settles open lines and posts to accounts. The part that is not
 * requested remains to be booked.
 */
export interface MatchTransactions extends BooksDifferences {
  readonly type: 'MatchTransactions';
  readonly matches: readonly RequestedMatch[];
  /** The requested lines that exist in the company file. */
  readonly open: readonly LineToLetter[];
  /** Active letterings of the lines to reopen. */
  readonly reopening: readonly LetteringFacts[];
  readonly baseVersion: number | null;
  /** One per match. */
  readonly entryIds: readonly number[];
  /** For each match, as many as `countMatchLines` returns. */
  readonly lineIds: readonly number[];
  /** One per item. */
  readonly letteringIds: readonly number[];
  readonly payment?: PaymentTax;
  /** For the tax of letterings that are undone. */
  readonly movedBack?: PaymentTax;
  /** For sales whose discount for early payment is taken. */
  readonly corrections?: DiscountCorrections;
}

export type MatchEvent = BankEvent | EntryEvent | LetteringEvent | DocumentEvent | RecordEvent;

export const decideMatch = (command: MatchTransactions, file: CompanyFile): Decision<MatchEvent> =>
  runAllSteps(decideMatchInSteps(command, file));

export const decideMatchInSteps = (command: MatchTransactions, file: CompanyFile): Steps<Decision<MatchEvent>> =>
  supplyAccountsInSteps(command, file, (supplied) => matchTransactions(command, supplied));

/** All matches in one operation, each based on the result of the one before. */
function* matchTransactions(command: MatchTransactions, file: CompanyFile): Steps<Decision<MatchEvent>> {
  const [first] = command.matches;
  const conflict = findVersionConflict(first?.transaction, command.baseVersion);
  if (conflict) return conflict;
  const work = createWork(command, file);
  const events: MatchEvent[] = [];
  const letterings: Lettering[] = [];
  const matches: TransactionMatch[] = [];
  for (const [index, requested] of command.matches.entries()) {
    yield;
    const refused = findStatusProblem(requested.transaction);
    if (refused) return refused;
    const back = reopenLines(requested, work);
    if (isRefusal(back)) return back;
    const entry = buildMatchEntry(requested, work.open, command.entryIds[index]!, work.lineIds, work.getFile());
    if (isRefusal(entry)) return entry;
    work.applyPosting(entry.event);
    events.push(...back.events, entry.event);
    for (const item of entry.items) {
      const settled = settleItem(item, entry, requested, work, letterings.length);
      if (isRefusal(settled)) return settled;
      letterings.push(settled.lettering);
      if (settled.entry) events.push(settled.entry);
    }
    const corrected = correctDiscount(entry, work);
    if (isRefusal(corrected)) return corrected;
    events.push(...corrected);
    matches.push({ ...entry.match, ...(back.letterings.length > 0 && { reopened: back.letterings }) });
  }
  return [
    ...events,
    ...(yield* splitIntoBatchesInSteps(letterings)).map(buildLetteredEvent),
    ...(yield* splitIntoBatchesInSteps(matches)).map((some): BankEvent => ({
      type: 'BankTransactionsMatched',
      data: { matches: some },
    })),
  ];
}

function correctDiscount({ event, items }: MatchEntry, work: Work): Decision<DocumentEvent> {
  const paid = new Set(items.map(({ line }) => line.entry_id));
  const corrected = buildDiscountCorrection(event.data, paid, work.command.corrections, work.getFile());
  if (!isRefusal(corrected)) corrected.forEach(work.applyDocument);
  return corrected;
}

function findStatusProblem({ status }: TransactionToMatch): Refusal | null {
  if (status === 'matched') return refuse('transaction_already_matched');
  return status === 'ignored' ? refuse('transaction_already_ignored') : null;
}

/** State that changes from one match to the next. */
interface Work {
  readonly command: MatchTransactions;
  /** Open amount of each requested line. */
  readonly open: Map<number, LineToLetter>;
  readonly documents: Map<number, PaidDocument>;
  readonly lineIds: Iterator<number>;
  readonly getFile: () => CompanyFile;
  readonly applyPosting: (event: EntryEvent) => void;
  readonly applyDocument: (event: DocumentEvent) => void;
  readonly undone: Set<number>;
  readonly tax: { entries: number; lines: number };
}

function createWork(command: MatchTransactions, file: CompanyFile): Work {
  let { ledger, documents } = file;
  return {
    command,
    open: new Map(command.open.map((line) => [line.line_id, line])),
    documents: new Map(command.payment ? indexPaidDocuments(command.payment.documents, file) : []),
    lineIds: command.lineIds.values(),
    getFile: () => ({ ...file, ledger, documents }),
    applyPosting: (event) => void (ledger = evolveLedger(ledger, event)),
    applyDocument: (event) => void (documents = evolveDocuments(documents, event)),
    undone: new Set(),
    tax: { entries: 0, lines: 0 },
  };
}

/** Undoes the letterings of returned lines and moves their tax back. */
function reopenLines(
  { items, transaction }: RequestedMatch,
  { command, open, undone, applyPosting, getFile }: Work,
): { readonly events: readonly MatchEvent[]; readonly letterings: readonly number[] } | Refusal {
  const named = new Set(items.filter(({ reopen }) => reopen).map(({ line_id }) => line_id));
  const back = command.reopening.filter(
    ({ id, lines }) => !undone.has(id) && lines.some(({ line_id }) => named.has(line_id)),
  );
  if (back.length === 0) return { events: [], letterings: [] };
  for (const { id, lines } of back) {
    undone.add(id);
    for (const { line_id, amount, currency_amount = ZERO } of lines) {
      const line = open.get(line_id);
      if (line) open.set(line_id, changeOpen(line, amount, currency_amount));
    }
  }
  const tax = moveTaxBack(back, command.movedBack, transaction.entry_date, getFile());
  if (isRefusal(tax)) return tax;
  tax.forEach(applyPosting);
  const letterings = back.map(({ id, version, lines }) => ({ id, version: version + 1, lines }));
  return {
    events: [{ type: 'LinesUnlettered', data: { letterings } }, ...tax],
    letterings: back.map(({ id }) => id),
  };
}

const changeOpen = (line: LineToLetter, amount: SignedAmount, inCurrency: SignedAmount): LineToLetter => ({
  ...line,
  open: add(line.open, amount),
  ...(line.currency && { currency_open: add(line.currency_open!, inCurrency) }),
});

/** Letters an item with the entry line that pays it, and moves the tax that becomes due. */
function settleItem(
  { line, settled, carried: amount, paidBy, line_number }: ItemOfMatch,
  { event }: MatchEntry,
  { reason }: RequestedMatch,
  work: Work,
  place: number,
) {
  const { command, open, documents, tax } = work;
  const { account_id, third_party_id, line_id, entry_id, entry_date } = line;
  const { id: paidIn, entry_date: paidOn } = event.data;
  const file = work.getFile();
  const lettering: Lettering = {
    id: command.letteringIds[place]!,
    code: formatLetteringCode(file.lettering.count + place + 1),
    origin: 'bank_transaction',
    ...(reason !== undefined && { reason }),
    account_id,
    third_party_id,
    settled_on: entry_date > paidOn ? entry_date : paidOn,
    ...(line.currency && { currency: line.currency }),
    lines: [
      {
        line_id,
        entry_id,
        line_number: line.line_number,
        amount,
        ...(line.currency && { currency_amount: settled }),
      },
      {
        line_id: paidBy.id,
        entry_id: paidIn,
        line_number,
        amount: negate(amount),
        ...(line.currency && { currency_amount: negate(settled) }),
      },
    ],
  };
  open.set(line_id, changeOpen(line, negate(amount), negate(settled)));
  const ids = {
    entryId: command.payment?.entryIds[tax.entries] ?? 0,
    lineIds: command.payment?.lineIds.slice(tax.lines) ?? [],
  };
  const moved = withMovedTax(lettering, documents, ids, file);
  if (isRefusal(moved)) return moved;
  const document = documents.get(line_id);
  if (document) documents.set(line_id, { ...document, settled: add(document.settled, amount) });
  if (moved.entry) {
    tax.entries += 1;
    tax.lines += moved.entry.data.lines.length;
    work.applyPosting(moved.entry);
  }
  return moved;
}
