import { accounts } from '../accounts/account.ts';
import { entriesOfMatches } from '../bank/matched-entries.ts';
import { journals } from '../journals/journal.ts';
import type { KnownLettering } from '../history/facts.ts';
import {
  FactsNotRead,
  blocked,
  chosen,
  isBlocked,
  oneByOne,
  unlessRefused,
  type Blocked,
  type Undone,
  type Undoing,
  type UndoRules,
} from '../history/undo.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { EntryFacts, LetteringFacts } from '../ledger/entry-facts.ts';
import { paidDocuments, taxLinesAtMost, type PaymentTax } from '../ledger/payment-tax.ts';
import { lockOf, placeOf } from '../ledger/place.ts';
import { posted } from '../ledger/posting.ts';
import { linesToLetter, type ReverseEntry } from '../ledger/reversal.ts';
import { evolveLedger } from '../ledger/state.ts';
import { differencesOf, entryIn, lockedOn } from '../ledger/undo.ts';
import { absolute, compare, isNegative, isZero, subtract, type SignedAmount } from '../money.ts';
import { living, recordsOf } from '../records/state.ts';
import { isRefusal } from '../refusal.ts';
import { withMovedTax, lettered } from './lettering.ts';
import type { LetteredLine, Lettering, letteringEvents } from './lettering-events.ts';
import { letteringCode } from './state.ts';
import { decideUnlettering } from './unlettering.ts';

/** A lettering is undone with all that it brought along, and one that was undone is made again. */
export const letteringUndo: UndoRules<typeof letteringEvents> = {
  LinesLettered: {
    role: 'encoder',
    needs: ({ letterings }) => ({
      letterings: letterings.map(({ id }) => id),
      entries: letterings.flatMap(({ lines }) => lines.map(({ entry_id }) => entry_id)),
    }),
    back: ({ letterings }, undoing) => {
      const differences = differencesOf(undoing);
      // An entry that took a difference and what took it back settle one another for good.
      const isOfDifference = ({ lines, difference_entry_id }: Lettering): boolean =>
        difference_entry_id === undefined && lines.every(({ entry_id }) => differences.has(entry_id));
      const matched = entriesOfMatches(undoing.together);
      const isOfMatch = ({ lines }: Lettering): boolean => lines.some(({ entry_id }) => matched.has(entry_id));
      const meant = chosen(letterings, undoing.only).filter(
        (lettering) => !isOfDifference(lettering) && !isOfMatch(lettering),
      );
      return oneByOne(meant.toReversed(), undoing, ({ id }, now) => unlettered(id, now));
    },
  },
  LinesUnlettered: {
    role: 'encoder',
    needs: ({ letterings }) => ({
      letterings: letterings.map(({ id }) => id),
      entries: letterings.flatMap(({ lines }) => lines.map(({ entry_id }) => entry_id)),
    }),
    back: ({ letterings }, undoing) =>
      oneByOne(chosen(letterings, undoing.only).toReversed(), undoing, ({ id }, now) => letteredAgain(id, now)),
  },
};

function knownIn({ facts }: Undoing, id: number): KnownLettering {
  const lettering = facts.letterings.get(id);
  if (!lettering) throw new FactsNotRead(`Lettering ${id} was not read`);
  return lettering;
}

function unlettered(id: number, undoing: Undoing): Undone {
  const lettering = inForce(knownIn(undoing, id), undoing);
  if (!lettering) return blocked('undo_lettering_undone', 'lettering', id);
  const { version, lines, settled_on, has_moved_tax, difference_entry_id } = lettering;
  const facts: LetteringFacts = {
    id: lettering.id,
    version,
    lines,
    ...(has_moved_tax && { tax_moved_on: settled_on }),
  };
  const payment = has_moved_tax ? paymentTax(lines, undoing) : undefined;
  const reversal =
    difference_entry_id === undefined ? null : reversalOf(entryIn(undoing, difference_entry_id), undoing);
  if (reversal?.facts.status === 'reversed') return blocked('entry_already_reversed', 'entries', reversal.facts.id);
  const command = {
    type: 'UnletterLines',
    facts,
    baseVersion: null,
    reversal: reversal && { ...reversal, ...(payment && { payment }) },
    ...(payment && { payment }),
  } as const;
  return unlessRefused(decideUnlettering(command, undoing.file), 'lettering', id);
}

/** The lettering itself, or one that was made again in its place: of the same lines by the same amounts. */
function inForce(lettering: KnownLettering, { facts }: Undoing): KnownLettering | undefined {
  if (!lettering.is_undone) return lettering;
  const own = ownLines(lettering);
  return [...facts.letterings.values()].find((other) => !other.is_undone && ownLines(other) === own);
}

/** Without the entry that took a difference, which is another one each time. */
const ownLines = ({ lines, difference_entry_id }: KnownLettering): string =>
  lines
    .filter(({ entry_id }) => entry_id !== difference_entry_id)
    .map(({ line_id, amount }) => `${line_id} ${amount}`)
    .sort()
    .join();

function reversalOf(facts: EntryFacts, { ids, today }: Undoing): ReverseEntry {
  return {
    type: 'ReverseEntry',
    facts,
    entryId: ids('entries', 1)[0]!,
    lineIds: ids('entry_lines', facts.lines.length),
    letteringIds: ids('letterings', linesToLetter(facts).length),
    ...{ entry_date: null, label: null, today, baseVersion: null },
  };
}

/** The documents among what was settled whose tax is due with the payment. */
export function paymentTax(lines: readonly LetteredLine[], { facts, file, ids }: Undoing): PaymentTax | undefined {
  const entries = [...new Set(lines.map(({ entry_id }) => entry_id))].map((id) => facts.entries.get(id));
  const documents = entries.filter(
    (entry): entry is EntryFacts => entry?.vat?.some(({ exigibility }) => exigibility === 'payment') ?? false,
  );
  const count = taxLinesAtMost(documents, file);
  return count === 0 ? undefined : { documents, entryIds: ids('entries', 1), lineIds: ids('entry_lines', count) };
}

type Posted = Extract<EntryEvent, { type: 'EntryPosted' }>;

/** The same lines settle one another again, by the same amounts. A difference is written off again, and tax moves again. */
function letteredAgain(id: number, undoing: Undoing): Undone {
  const lettering = knownIn(undoing, id);
  const { account_id, third_party_id, settled_on, origin, reason, difference_entry_id, has_moved_tax } = lettering;
  const { file, ids } = undoing;
  if (!living(file.records, accounts, account_id)?.data.is_letterable)
    return blocked('account_not_letterable', 'accounts', account_id);
  const written = difference_entry_id === undefined ? null : entryIn(undoing, difference_entry_id);
  // While the entry that took the difference stands, its line settles the others as before.
  const stands = written?.status === 'posted' ? written.id : undefined;
  const own = lettering.lines.filter(({ entry_id }) => entry_id !== difference_entry_id || entry_id === stands);
  const settled = own.flatMap((line) => settledSince(line, undoing));
  if (settled.length > 0) return { blockers: settled.flatMap(({ blockers }) => blockers) };
  const difference = written && stands === undefined ? writtenOffAgain(written, undoing) : null;
  if (difference && isBlocked(difference)) return difference;
  const [entry] = difference ?? [];
  const made: Lettering = {
    id: ids('letterings', 1)[0]!,
    code: letteringCode(file.lettering.count + 1),
    ...{ account_id, third_party_id, settled_on, origin },
    ...(reason !== undefined && { reason }),
    ...((entry ?? stands) !== undefined && { difference_entry_id: entry?.data.id ?? stands! }),
    lines: entry ? [...own, settlingLine(entry)] : own,
  };
  const payment = has_moved_tax ? paymentTax(own, undoing) : undefined;
  const before = { ...file, ledger: entry ? evolveLedger(file.ledger, entry) : file.ledger };
  const moved = payment
    ? withMovedTax(
        made,
        paidDocuments(payment.documents, file),
        { entryId: payment.entryIds[0]!, lineIds: payment.lineIds },
        before,
      )
    : { lettering: made, entry: null };
  if (isRefusal(moved)) return unlessRefused(moved, 'lettering', id);
  return [...(entry ? [entry] : []), ...(moved.entry ? [moved.entry] : []), lettered([moved.lettering])];
}

/** Whether something else has settled the line meanwhile, and what. */
function settledSince({ line_id, entry_id, amount }: LetteredLine, undoing: Undoing): readonly Blocked[] {
  const { lines, letterings } = entryIn(undoing, entry_id);
  const line = lines.find(({ id }) => id === line_id)!;
  if (fits(amount, subtract(subtract(line.debit, line.credit), line.settled))) return [];
  const by = letterings.find((one) => one.lines.some((other) => other.line_id === line_id));
  return [blocked('undo_line_settled', by ? 'lettering' : 'entries', by?.id ?? entry_id)];
}

const fits = (amount: SignedAmount, open: SignedAmount): boolean =>
  !isZero(open) && isNegative(amount) === isNegative(open) && compare(absolute(amount), absolute(open)) <= 0;

/** On the day of the first time while that is open, else today. */
function writtenOffAgain(entry: EntryFacts, { file, ids, today }: Undoing): readonly [Posted] | Blocked {
  const { journal_id, due_date, label, reference, third_party_id } = entry;
  const first = placeOf(file.fiscalYears, entry.entry_date);
  const entry_date = first && !lockOf(first) ? entry.entry_date : today;
  const place = placeOf(file.fiscalYears, entry_date);
  if (!place) return blocked('date_outside_fiscal_years', 'fiscal-years', null, { field: 'entry_date' });
  const locked = lockedOn(entry_date, file);
  if (locked) return locked;
  const journal = recordsOf(file.records, journals).byId.get(journal_id)!;
  const lineIds = ids('entry_lines', entry.lines.length);
  const lines = entry.lines.map((line, index) => {
    const { account_id, debit, credit, label: words, third_party_id: party, analytics = [] } = line;
    return { id: lineIds[index]!, account_id, debit, credit, label: words, third_party_id: party, analytics };
  });
  const kept = { journal_id, entry_date, due_date, label, reference, third_party_id };
  const draft = { id: ids('entries', 1)[0]!, ...kept, origin: 'lettering_difference', lines } as const;
  return [posted(draft, journal, place, file)];
}

function settlingLine({ data: { id, lines } }: Posted): LetteredLine {
  const { id: line_id, debit, credit } = lines[0]!;
  return { line_id, entry_id: id, line_number: 1, amount: subtract(debit, credit) };
}
