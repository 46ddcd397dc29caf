import { batching } from '../batches.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { LetteringFacts } from '../ledger/entry-facts.ts';
import { paidDocuments, taxMovedBack, type PaidDocument, type PaymentTax } from '../ledger/payment-tax.ts';
import { evolveLedger } from '../ledger/state.ts';
import { lettered, withMovedTax, type LineToLetter } from '../lettering/lettering.ts';
import type { Lettering, LetteringEvent } from '../lettering/lettering-events.ts';
import { letteringCode } from '../lettering/state.ts';
import { add, negate } from '../money.ts';
import { conflict } from '../records/records.ts';
import { isRefusal, refuse, type Decision, type Refusal } from '../refusal.ts';
import { atOnce, type Steps } from '../steps.ts';
import type { BankEvent, TransactionMatch } from './bank-events.ts';
import { matchEntry, type ItemOfMatch, type MatchEntry } from './match-entry.ts';
import type { RequestedMatch, TransactionToMatch } from './match-request.ts';

/**
 * A transaction is booked: an entry in the journal of its bank takes it to open lines, which it settles, and to accounts. What is
 * not told of it stays to be booked.
 */
export interface MatchTransactions {
  readonly type: 'MatchTransactions';
  readonly matches: readonly RequestedMatch[];
  /** Those of the lines named that are in the company file. */
  readonly open: readonly LineToLetter[];
  /** Letterings in force of the lines that are opened again. */
  readonly reopening: readonly LetteringFacts[];
  readonly baseVersion: number | null;
  /** One for each match. */
  readonly entryIds: readonly number[];
  /** As many as `linesOfMatch` says for each of them. */
  readonly lineIds: readonly number[];
  /** One for each item. */
  readonly letteringIds: readonly number[];
  readonly payment?: PaymentTax;
  /** For the tax of letterings that are undone. */
  readonly movedBack?: PaymentTax;
}

type MatchEvent = BankEvent | EntryEvent | LetteringEvent;

export const decideMatch = (command: MatchTransactions, file: CompanyFile): Decision<MatchEvent> =>
  atOnce(matchInSteps(command, file));

/** All of them in one operation, each on what the one before leaves. */
export function* matchInSteps(command: MatchTransactions, file: CompanyFile): Steps<Decision<MatchEvent>> {
  const [first] = command.matches;
  if (first && command.baseVersion !== null && command.baseVersion !== first.transaction.version)
    return conflict(first.transaction.version);
  const work = workOf(command, file);
  const events: MatchEvent[] = [];
  const letterings: Lettering[] = [];
  const matches: TransactionMatch[] = [];
  for (const [index, requested] of command.matches.entries()) {
    yield;
    const refused = statusProblem(requested.transaction);
    if (refused) return refused;
    const back = reopened(requested, work);
    if (isRefusal(back)) return back;
    const entry = matchEntry(requested, work.open, command.entryIds[index]!, work.lineIds, work.file());
    if (isRefusal(entry)) return entry;
    work.posted(entry.event);
    events.push(...back.events, entry.event);
    for (const item of entry.items) {
      const settled = settle(item, entry, requested, work, letterings.length);
      if (isRefusal(settled)) return settled;
      letterings.push(settled.lettering);
      if (settled.entry) events.push(settled.entry);
    }
    matches.push({ ...entry.match, ...(back.letterings.length > 0 && { reopened: back.letterings }) });
  }
  return [
    ...events,
    ...(yield* batching(letterings)).map(lettered),
    ...(yield* batching(matches)).map((some): BankEvent => ({
      type: 'BankTransactionsMatched',
      data: { matches: some },
    })),
  ];
}

function statusProblem({ status }: TransactionToMatch): Refusal | null {
  if (status === 'matched') return refuse('transaction_already_matched');
  return status === 'ignored' ? refuse('transaction_already_ignored') : null;
}

/** What changes while one match after another is decided. */
interface Work {
  readonly command: MatchTransactions;
  /** What is open of each line named. */
  readonly open: Map<number, LineToLetter>;
  readonly documents: Map<number, PaidDocument>;
  readonly lineIds: Iterator<number>;
  readonly file: () => CompanyFile;
  readonly posted: (event: EntryEvent) => void;
  readonly undone: Set<number>;
  readonly tax: { entries: number; lines: number };
}

function workOf(command: MatchTransactions, file: CompanyFile): Work {
  let { ledger } = file;
  return {
    command,
    open: new Map(command.open.map((line) => [line.line_id, line])),
    documents: new Map(command.payment ? paidDocuments(command.payment.documents, file) : []),
    lineIds: command.lineIds.values(),
    file: () => ({ ...file, ledger }),
    posted: (event) => void (ledger = evolveLedger(ledger, event)),
    undone: new Set(),
    tax: { entries: 0, lines: 0 },
  };
}

/** The letterings of lines that come back are undone, and their tax moves back. */
function reopened(
  { items, transaction }: RequestedMatch,
  { command, open, undone, posted, file }: Work,
): { readonly events: readonly MatchEvent[]; readonly letterings: readonly number[] } | Refusal {
  const named = new Set(items.filter(({ reopen }) => reopen).map(({ line_id }) => line_id));
  const back = command.reopening.filter(
    ({ id, lines }) => !undone.has(id) && lines.some(({ line_id }) => named.has(line_id)),
  );
  if (back.length === 0) return { events: [], letterings: [] };
  for (const { id, lines } of back) {
    undone.add(id);
    for (const { line_id, amount } of lines) {
      const line = open.get(line_id);
      if (line) open.set(line_id, { ...line, open: add(line.open, amount) });
    }
  }
  const tax = taxMovedBack(back, command.movedBack, transaction.entry_date, file());
  if (isRefusal(tax)) return tax;
  tax.forEach(posted);
  const letterings = back.map(({ id, version, lines }) => ({ id, version: version + 1, lines }));
  return {
    events: [{ type: 'LinesUnlettered', data: { letterings } }, ...tax],
    letterings: back.map(({ id }) => id),
  };
}

/** An item and the line of the entry that pays it settle one another, with the tax that becomes due by it. */
function settle(
  { line, amount, paidBy, line_number }: ItemOfMatch,
  { event }: MatchEntry,
  { reason }: RequestedMatch,
  work: Work,
  place: number,
) {
  const { command, open, documents, tax } = work;
  const { account_id, third_party_id, line_id, entry_id, entry_date } = line;
  const { id: paidIn, entry_date: paidOn } = event.data;
  const file = work.file();
  const lettering: Lettering = {
    id: command.letteringIds[place]!,
    code: letteringCode(file.lettering.count + place + 1),
    origin: 'bank_transaction',
    ...(reason !== undefined && { reason }),
    account_id,
    third_party_id,
    settled_on: entry_date > paidOn ? entry_date : paidOn,
    lines: [
      { line_id, entry_id, line_number: line.line_number, amount },
      { line_id: paidBy.id, entry_id: paidIn, line_number, amount: negate(amount) },
    ],
  };
  open.set(line_id, { ...line, open: add(line.open, negate(amount)) });
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
    work.posted(moved.entry);
  }
  return moved;
}
