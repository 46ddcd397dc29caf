import { listEarlierEvents, type EarlierEvents } from '../history/earlier.ts';
import { FactsNotRead, blockUndo, isBlocked, type Blocked, type Undone, type Undoing } from '../history/undo.ts';
import type { EntryFacts } from '../ledger/entry-facts.ts';
import { hasEntries } from '../ledger/state.ts';
import { describeEntry, getEntryFacts } from '../ledger/undo-context.ts';
import { postEntriesAgain } from '../lettering/post-again.ts';
import { add, isZero, subtract, ZERO, type SignedAmount } from '../money.ts';
import { listOpenYearsBefore } from './closing-checks.ts';
import type { ClosedYear, FiscalYearEvent } from './fiscal-year-events.ts';
import { listClosingEntryIds } from './reopening.ts';
import { findAccountById, findWaitingAccounts, isResultAccount } from './result.ts';
import { buildCurrencyKey } from './undo-facts.ts';
import { findNextYear, type FiscalYearState } from './state.ts';

const NAME = 'fiscal-years';

interface Reopened {
  readonly id: number;
  readonly version: number;
}

/** The closing that a reopening has undone. */
export function findClosing({ id, version }: Reopened, read: { readonly earlier: EarlierEvents }): ClosedYear {
  const found = listClosings(id, read).findLast((closing) => closing.version < version);
  if (!found) throw new FactsNotRead(`The closing of fiscal year ${id} was not read`);
  return found;
}

export const listClosings = (id: number, read: { readonly earlier: EarlierEvents }): readonly ClosedYear[] =>
  listEarlierEvents<Extract<FiscalYearEvent, { type: 'FiscalYearClosed' }>>(read, NAME, id)
    .map(({ data }) => data)
    .filter((closing) => closing.id === id);

/** Was the year closed again with the same entries, as the undo of a reopening does? */
export function isSameClosing(one: ClosedYear, other: ClosedYear, undoing: Undoing): boolean {
  const describe = (closing: ClosedYear): string =>
    JSON.stringify([
      closing.result,
      listClosingEntryIds(closing).map((id) => describeEntry(getEntryFacts(undoing, id))),
    ]);
  return describe(one) === describe(other);
}

/** Closes a reopened year with the same entries, unless its balances have changed since. */
export function closeAgain(reopened: Reopened, undoing: Undoing): Undone {
  const { file } = undoing;
  const closing = findClosing(reopened, undoing);
  const year = file.fiscalYears.find(({ id }) => id === reopened.id);
  if (!year) return blockUndo('undo_year_deleted', NAME, reopened.id);
  const next = findNextYear(year, file.fiscalYears);
  if (!next) return blockUndo('undo_year_deleted', NAME, closing.next_fiscal_year_id);
  const entries = listClosingEntryIds(closing)
    .toReversed()
    .map((id) => getEntryFacts(undoing, id));
  const blocked = findBlocker(year, next, closing, undoing);
  if (blocked) return blocked;
  if (!fitsBalances(year.id, entries, undoing) || !fitsCurrencies(year.id, entries, undoing))
    return blockUndo('undo_year_moved', NAME, year.id);
  const posted = postEntriesAgain(entries, undoing, { ignoresLocks: true });
  if (isBlocked(posted)) return posted;
  const { appropriation_entry_id, closing_entry_id, opening_entry_id } = closing;
  const event: FiscalYearEvent = {
    type: 'FiscalYearClosed',
    data: {
      ...closing,
      version: year.version + 1,
      next_fiscal_year_id: next.id,
      ...(appropriation_entry_id !== undefined && { appropriation_entry_id: posted.ids.get(appropriation_entry_id)! }),
      ...(closing_entry_id !== undefined && { closing_entry_id: posted.ids.get(closing_entry_id)! }),
      ...(opening_entry_id !== undefined && { opening_entry_id: posted.ids.get(opening_entry_id)! }),
    },
  };
  return [...posted.events, event];
}

/** Years are closed in order, and a year has one opening. */
function findBlocker(
  year: FiscalYearState,
  next: FiscalYearState,
  { opening_entry_id }: ClosedYear,
  { file }: Undoing,
): Blocked | null {
  if (year.closing) return blockUndo('undo_closed_again', NAME, year.id);
  const earlier = listOpenYearsBefore(year, file).find(({ id }) => hasEntries(file.ledger, id));
  if (earlier) return blockUndo('previous_fiscal_year_open', NAME, earlier.id, { year: earlier.code });
  const opening = file.ledger.openings.get(next.id);
  return opening !== undefined && opening_entry_id !== undefined
    ? blockUndo('next_fiscal_year_has_opening', 'entries', opening, { year: next.code })
    : null;
}

/** Would the entries still set all results to zero and carry everything else forward? */
function fitsBalances(yearId: number, entries: readonly EntryFacts[], { facts }: Undoing): boolean {
  const balances = facts.yearBalances.get(yearId);
  if (!balances) throw new FactsNotRead(`The balances of fiscal year ${yearId} were not read`);
  const left = new Map(balances);
  const move = (account: number, amount: SignedAmount): void =>
    void left.set(account, add(left.get(account) ?? ZERO, amount));
  for (const { layer, fiscal_year_id, lines } of entries)
    for (const { account_id, debit, credit, brought_from } of lines) {
      if (layer === 'carried') move(brought_from?.account_id ?? account_id, subtract(credit, debit));
      else if (fiscal_year_id === yearId) move(account_id, subtract(debit, credit));
    }
  return [...left.values()].every(isZero);
}

/** Would the carried lines still carry each currency of the balance sheet? */
function fitsCurrencies(yearId: number, entries: readonly EntryFacts[], { facts, file }: Undoing): boolean {
  const left = new Map(facts.yearCurrencies.get(yearId));
  for (const { account_id, currency, currency_amount } of listCarriedLines(entries)) {
    if (currency === undefined) continue;
    const key = buildCurrencyKey(account_id, currency);
    left.set(key, subtract(left.get(key) ?? ZERO, currency_amount!));
  }
  const waiting = findWaitingAccounts(file)?.from;
  return [...left].every(([key, amount]) => {
    const id = Number(key.slice(0, key.indexOf(':')));
    return isZero(amount) || id === waiting || isResultAccount(findAccountById(file, id));
  });
}

const listCarriedLines = (entries: readonly EntryFacts[]): EntryFacts['lines'] =>
  entries.filter(({ layer }) => layer === 'carried').flatMap(({ lines }) => lines);
