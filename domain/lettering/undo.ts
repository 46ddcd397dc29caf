import type { KnownLettering } from './undo-facts.ts';
import { accounts } from '../accounts/account.ts';
import { collectMatchedEntries } from '../bank/matched-entries.ts';
import { journals } from '../journals/journal.ts';
import {
  FactsNotRead,
  blockUndo,
  selectUndoItems,
  isBlocked,
  undoOneByOne,
  toUndone,
  type Blocked,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { EntryFacts, LetteringFacts } from '../ledger/entry-facts.ts';
import { indexPaidDocuments, countMaxTaxLines, type PaymentTax } from '../ledger/payment-tax.ts';
import { findLock, findPlace } from '../ledger/place.ts';
import { buildPostedEntry } from '../ledger/posting.ts';
import { listLinesToMatch, type ReverseEntry } from '../ledger/reversal.ts';
import { evolveLedger } from '../ledger/state.ts';
import { collectDifferenceEntries, getEntryFacts, blockIfLocked } from '../ledger/undo.ts';
import { absolute, compare, isNegative, isZero, subtract, type SignedAmount } from '../money.ts';
import { findLiveRecord, getRecords } from '../records/state.ts';
import { isRefusal } from '../refusal.ts';
import { withMovedTax, buildLetteredEvent } from './lettering.ts';
import type { LetteredLine, Lettering, letteringEvents } from './lettering-events.ts';
import { formatLetteringCode } from './state.ts';
import { decideUnlettering } from './unlettering.ts';

/** Undoes a lettering with its entries, or restores an undone one. */
export const letteringUndo: UndoRules<typeof letteringEvents> = {
  LinesLettered: {
    role: 'encoder',
    listNeeds: ({ letterings }) => ({
      letterings: letterings.map(({ id }) => id),
      entries: letterings.flatMap(({ lines }) => lines.map(({ entry_id }) => entry_id)),
    }),
    revert: ({ letterings }, undoing) => {
      const differences = collectDifferenceEntries(undoing);
      // A write-off entry and its reversal stay matched with each other.
      const isOfDifference = ({ lines, difference_entry_id }: Lettering): boolean =>
        difference_entry_id === undefined && lines.every(({ entry_id }) => differences.has(entry_id));
      const matched = collectMatchedEntries(undoing.together);
      const isOfMatch = ({ lines }: Lettering): boolean => lines.some(({ entry_id }) => matched.has(entry_id));
      const meant = selectUndoItems(letterings, undoing.only).filter(
        (lettering) => !isOfDifference(lettering) && !isOfMatch(lettering),
      );
      return undoOneByOne(meant.toReversed(), undoing, ({ id }, now) => undoLettering(id, now));
    },
  },
  LinesUnlettered: {
    role: 'encoder',
    listNeeds: ({ letterings }) => ({
      letterings: letterings.map(({ id }) => id),
      entries: letterings.flatMap(({ lines }) => lines.map(({ entry_id }) => entry_id)),
    }),
    revert: ({ letterings }, undoing) =>
      undoOneByOne(selectUndoItems(letterings, undoing.only).toReversed(), undoing, ({ id }, now) =>
        redoLettering(id, now),
      ),
  },
};

function getKnownLettering({ facts }: Undoing, id: number): KnownLettering {
  const lettering = facts.letterings.get(id);
  if (!lettering) throw new FactsNotRead(`Lettering ${id} was not read`);
  return lettering;
}

function undoLettering(id: number, undoing: Undoing): Undone {
  const lettering = findInForce(getKnownLettering(undoing, id), undoing);
  if (!lettering) return blockUndo('undo_lettering_undone', 'lettering', id);
  const { version, lines, settled_on, has_moved_tax, difference_entry_id } = lettering;
  const facts: LetteringFacts = {
    id: lettering.id,
    version,
    lines,
    ...(has_moved_tax && { tax_moved_on: settled_on }),
  };
  const payment = has_moved_tax ? buildPaymentTax(lines, undoing) : undefined;
  const reversal =
    difference_entry_id === undefined
      ? null
      : buildReversalCommand(getEntryFacts(undoing, difference_entry_id), undoing);
  if (reversal?.facts.status === 'reversed') return blockUndo('entry_already_reversed', 'entries', reversal.facts.id);
  const command = {
    type: 'UnletterLines',
    facts,
    baseVersion: null,
    reversal: reversal && { ...reversal, ...(payment && { payment }) },
    ...(payment && { payment }),
  } as const;
  return toUndone(decideUnlettering(command, undoing.file), 'lettering', id);
}

/** The lettering itself, or its restored copy: same lines, same amounts. */
function findInForce(lettering: KnownLettering, { facts }: Undoing): KnownLettering | undefined {
  if (!lettering.is_undone) return lettering;
  const own = buildLinesKey(lettering);
  return [...facts.letterings.values()].find((other) => !other.is_undone && buildLinesKey(other) === own);
}

/** Excludes the write-off entry, which is a new one each time. */
const buildLinesKey = ({ lines, difference_entry_id }: KnownLettering): string =>
  lines
    .filter(({ entry_id }) => entry_id !== difference_entry_id)
    .map(({ line_id, amount }) => `${line_id} ${amount}`)
    .sort()
    .join();

function buildReversalCommand(facts: EntryFacts, { takeIds, today }: Undoing): ReverseEntry {
  return {
    type: 'ReverseEntry',
    facts,
    entryId: takeIds('entries', 1)[0]!,
    lineIds: takeIds('entry_lines', facts.lines.length),
    letteringIds: takeIds('letterings', listLinesToMatch(facts).length),
    entry_date: null,
    label: null,
    today,
    baseVersion: null,
  };
}

/** The settled documents whose tax is due on payment. */
export function buildPaymentTax(
  lines: readonly LetteredLine[],
  { facts, file, takeIds }: Undoing,
): PaymentTax | undefined {
  const entries = [...new Set(lines.map(({ entry_id }) => entry_id))].map((id) => facts.entries.get(id));
  const documents = entries.filter(
    (entry): entry is EntryFacts => entry?.vat?.some(({ exigibility }) => exigibility === 'payment') ?? false,
  );
  const count = countMaxTaxLines(documents, file);
  return count === 0
    ? undefined
    : { documents, entryIds: takeIds('entries', 1), lineIds: takeIds('entry_lines', count) };
}

type Posted = Extract<EntryEvent, { type: 'EntryPosted' }>;

/** Matches the same lines again, by the same amounts. Repeats the write-off and moves the tax again. */
function redoLettering(id: number, undoing: Undoing): Undone {
  const lettering = getKnownLettering(undoing, id);
  const { account_id, third_party_id, settled_on, origin, reason, difference_entry_id, has_moved_tax } = lettering;
  const { file, takeIds } = undoing;
  if (!findLiveRecord(file.records, accounts, account_id)?.data.is_letterable)
    return blockUndo('account_not_letterable', 'accounts', account_id);
  const written = difference_entry_id === undefined ? null : getEntryFacts(undoing, difference_entry_id);
  // While the write-off entry is in force, its line settles the others as before.
  const stands = written?.status === 'posted' ? written.id : undefined;
  const own = lettering.lines.filter(({ entry_id }) => entry_id !== difference_entry_id || entry_id === stands);
  const settled = own.flatMap((line) => blockIfSettled(line, undoing));
  if (settled.length > 0) return { blockers: settled.flatMap(({ blockers }) => blockers) };
  const difference = written && stands === undefined ? repeatWriteOff(written, undoing) : null;
  if (difference && isBlocked(difference)) return difference;
  const [entry] = difference ?? [];
  const made: Lettering = {
    id: takeIds('letterings', 1)[0]!,
    code: formatLetteringCode(file.lettering.count + 1),
    account_id,
    third_party_id,
    settled_on,
    origin,
    ...(reason !== undefined && { reason }),
    ...((entry ?? stands) !== undefined && { difference_entry_id: entry?.data.id ?? stands! }),
    lines: entry ? [...own, toSettlingLine(entry)] : own,
  };
  const payment = has_moved_tax ? buildPaymentTax(own, undoing) : undefined;
  const before = { ...file, ledger: entry ? evolveLedger(file.ledger, entry) : file.ledger };
  const moved = payment
    ? withMovedTax(
        made,
        indexPaidDocuments(payment.documents, file),
        { entryId: payment.entryIds[0]!, lineIds: payment.lineIds },
        before,
      )
    : { lettering: made, entry: null };
  if (isRefusal(moved)) return toUndone(moved, 'lettering', id);
  return [...(entry ? [entry] : []), ...(moved.entry ? [moved.entry] : []), buildLetteredEvent([moved.lettering])];
}

/** Blocks if the line was settled otherwise since. */
function blockIfSettled({ line_id, entry_id, amount }: LetteredLine, undoing: Undoing): readonly Blocked[] {
  const { lines, letterings } = getEntryFacts(undoing, entry_id);
  const line = lines.find(({ id }) => id === line_id)!;
  if (canSettle(amount, subtract(subtract(line.debit, line.credit), line.settled))) return [];
  const by = letterings.find((one) => one.lines.some((other) => other.line_id === line_id));
  return [blockUndo('undo_line_settled', by ? 'lettering' : 'entries', by?.id ?? entry_id)];
}

const canSettle = (amount: SignedAmount, open: SignedAmount): boolean =>
  !isZero(open) && isNegative(amount) === isNegative(open) && compare(absolute(amount), absolute(open)) <= 0;

/** On the original date if it is open, otherwise today. */
function repeatWriteOff(entry: EntryFacts, { file, takeIds, today }: Undoing): readonly [Posted] | Blocked {
  const { journal_id, due_date, label, reference, third_party_id } = entry;
  const first = findPlace(file.fiscalYears, entry.entry_date);
  const entry_date = first && !findLock(first) ? entry.entry_date : today;
  const place = findPlace(file.fiscalYears, entry_date);
  if (!place) return blockUndo('date_outside_fiscal_years', 'fiscal-years', null, { field: 'entry_date' });
  const locked = blockIfLocked(entry_date, file);
  if (locked) return locked;
  const journal = getRecords(file.records, journals).byId.get(journal_id)!;
  const lineIds = takeIds('entry_lines', entry.lines.length);
  const lines = entry.lines.map((line, index) => {
    const { account_id, debit, credit, label: words, third_party_id: party, analytics = [] } = line;
    return { id: lineIds[index]!, account_id, debit, credit, label: words, third_party_id: party, analytics };
  });
  const kept = { journal_id, entry_date, due_date, label, reference, third_party_id };
  const draft = { id: takeIds('entries', 1)[0]!, ...kept, origin: 'lettering_difference', lines } as const;
  return [buildPostedEntry(draft, journal, place, file)];
}

function toSettlingLine({ data: { id, lines } }: Posted): LetteredLine {
  const { id: line_id, debit, credit } = lines[0]!;
  return { line_id, entry_id: id, line_number: 1, amount: subtract(debit, credit) };
}
