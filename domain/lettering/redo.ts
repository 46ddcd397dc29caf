import { accounts } from '../accounts/account.ts';
import {
  FactsNotRead,
  blockUndo,
  isBlocked,
  toUndone,
  type Blocked,
  type Undone,
  type Undoing,
} from '../history/undo.ts';
import { copyEntry } from '../ledger/copy-entry.ts';
import type { EntryEvent } from '../ledger/entry-events.ts';
import type { EntryFacts } from '../ledger/entry-facts.ts';
import { indexPaidDocuments, countMaxTaxLines, type PaymentTax } from '../ledger/payment-tax.ts';
import { findLock, findPlace } from '../ledger/place.ts';
import { evolveLedger } from '../ledger/state.ts';
import { getEntryFacts, blockIfLocked } from '../ledger/undo-context.ts';
import { absolute, compare, isNegative, isZero, subtract, ZERO, type SignedAmount } from '../money.ts';
import { findLiveRecord } from '../records/state.ts';
import { isRefusal } from '../refusal.ts';
import { withMovedTax, buildLetteredEvent } from './lettering.ts';
import { getDifferenceEntryId, type LetteredLine, type Lettering } from './lettering-events.ts';
import { formatLetteringCode } from './state.ts';
import type { KnownLettering } from './undo-facts.ts';

/** Matches again what was unmatched. */

export function getKnownLettering({ facts }: Undoing, id: number): KnownLettering {
  const lettering = facts.letterings.get(id);
  if (!lettering) throw new FactsNotRead(`Lettering ${id} was not read`);
  return lettering;
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

/** Lines of entries that were posted again, by the id of the line that they replace. */
export type ReplacedLines = ReadonlyMap<number, Pick<LetteredLine, 'line_id' | 'entry_id'>>;

/** Matches the same lines again, by the same amounts. Repeats the write-off and moves the tax again. */
export function redoLettering(id: number, undoing: Undoing, replaced: ReplacedLines = new Map()): Undone {
  const known = getKnownLettering(undoing, id);
  const lettering = { ...known, lines: known.lines.map((line) => ({ ...line, ...replaced.get(line.line_id) })) };
  const { account_id, third_party_id, settled_on, origin, reason, currency, has_moved_tax } = lettering;
  const differenceId = getDifferenceEntryId(lettering);
  const { file, takeIds } = undoing;
  if (!findLiveRecord(file.records, accounts, account_id)?.data.is_letterable)
    return blockUndo('account_not_letterable', 'accounts', account_id);
  const written = differenceId === undefined ? null : getEntryFacts(undoing, differenceId);
  // While the entry of the difference is in force, its line settles the others as before.
  const stands = written?.status === 'posted' ? written.id : undefined;
  const own = lettering.lines.filter(({ entry_id }) => entry_id !== differenceId || entry_id === stands);
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
    ...((entry ?? stands) !== undefined && {
      [lettering.exchange_entry_id === undefined ? 'difference_entry_id' : 'exchange_entry_id']:
        entry?.data.id ?? stands!,
    }),
    ...(currency !== undefined && { currency }),
    lines: sortLines(entry ? [...own, toSettlingLine(entry)] : own),
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

/** In the order in which tables return them. */
const sortLines = (lines: readonly LetteredLine[]): readonly LetteredLine[] =>
  lines.toSorted((one, other) => one.entry_id - other.entry_id || one.line_number - other.line_number);

/** Blocks if the line was settled otherwise since. */
function blockIfSettled(settled: LetteredLine, undoing: Undoing): readonly Blocked[] {
  const { line_id, entry_id, amount, currency_amount = ZERO } = settled;
  const { lines, letterings } = getEntryFacts(undoing, entry_id);
  const line = lines.find(({ id }) => id === line_id)!;
  const inCurrency = subtract(line.currency_amount ?? ZERO, line.currency_settled ?? ZERO);
  const isOpen = canSettle(amount, subtract(subtract(line.debit, line.credit), line.settled));
  if (isOpen && (isZero(currency_amount) || canSettle(currency_amount, inCurrency))) return [];
  const by = letterings.find((one) => one.lines.some((other) => other.line_id === line_id));
  return [blockUndo('undo_line_settled', by ? 'lettering' : 'entries', by?.id ?? entry_id)];
}

const canSettle = (amount: SignedAmount, open: SignedAmount): boolean =>
  !isZero(open) &&
  (isZero(amount) || isNegative(amount) === isNegative(open)) &&
  compare(absolute(amount), absolute(open)) <= 0;

/** On the original date if it is open, otherwise today. */
function repeatWriteOff(entry: EntryFacts, undoing: Undoing): readonly [Posted] | Blocked {
  const { file, today } = undoing;
  const first = findPlace(file.fiscalYears, entry.entry_date);
  const entry_date = first && !findLock(first) ? entry.entry_date : today;
  if (!findPlace(file.fiscalYears, entry_date))
    return blockUndo('date_outside_fiscal_years', 'fiscal-years', null, { field: 'entry_date' });
  return blockIfLocked(entry_date, file) ?? [copyEntry(entry, entry_date, undoing)];
}

function toSettlingLine({ data: { id, lines } }: Posted): LetteredLine {
  const { id: line_id, debit, credit, currency_amount } = lines[0]!;
  const amount = subtract(debit, credit);
  return { line_id, entry_id: id, line_number: 1, amount, ...(currency_amount !== undefined && { currency_amount }) };
}
