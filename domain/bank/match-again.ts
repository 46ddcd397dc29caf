import type { DocumentEvent } from '../documents/document-events.ts';
import { listEarlierEvents, type EarlierEvents } from '../history/earlier.ts';
import { FactsNotRead, blockUndo, isBlocked, type Blocked, type Undone, type Undoing } from '../history/undo.ts';
import { describeEntry, getEntryFacts } from '../ledger/undo-context.ts';
import { postEntriesAgain } from '../lettering/post-again.ts';
import { absolute, add, compare, isNegative, isZero, subtract } from '../money.ts';
import type { BankEvent, TransactionMatch, Unmatching } from './bank-events.ts';
import type { KnownTransaction } from './transactions.ts';

const NAME = 'bank-transactions';

/** Books transactions again as they were booked before. Their entries are posted again and settle the same lines. */
export function matchAgain(unmatched: readonly Unmatching[], undoing: Undoing): Undone {
  const originals = unmatched.map((one) => findOriginal(one, undoing));
  const blockers = originals.flatMap((match) => findBlocker(match, undoing)?.blockers ?? []);
  if (blockers.length > 0) return { blockers };
  const posted = postEntriesAgain(
    originals.map(({ entry_id }) => getEntryFacts(undoing, entry_id)),
    undoing,
  );
  if (isBlocked(posted)) return posted;
  const now = new Map<number, KnownTransaction>();
  const matches = originals.map(({ reopened: _reopened, ...match }): TransactionMatch => {
    const before = now.get(match.id) ?? getBankTransaction(undoing, match.id);
    const version = before.version + 1;
    const matched_amount = add(before.matched_amount, match.amount);
    now.set(match.id, { ...before, version, matched_amount });
    const is_whole = isZero(subtract(before.amount, matched_amount));
    return { ...match, version, is_whole, entry_id: posted.ids.get(match.entry_id)! };
  });
  const event: BankEvent = { type: 'BankTransactionsMatched', data: { matches } };
  const documents = originals.flatMap(({ entry_id }) => bookAgain(entry_id, posted.ids.get(entry_id)!, undoing));
  return [...posted.events, ...documents, event];
}

/** The credit note for a discount, which the entry of the match had booked. */
function bookAgain(earlier: number, entry_id: number, { facts }: Undoing): readonly DocumentEvent[] {
  return [...facts.documents.values()]
    .filter(({ last_entry_id, is_booked, is_trashed }) => last_entry_id === earlier && !is_booked && !is_trashed)
    .map(({ id, version, third_party_id }) => ({
      type: 'DocumentBooked',
      data: { id, version: version + 1, entry_id, third_party_id },
    }));
}

/** All matches of a transaction, in force or not. */
export const listMatches = (id: number, read: { readonly earlier: EarlierEvents }): readonly TransactionMatch[] =>
  listEarlierEvents<Extract<BankEvent, { type: 'BankTransactionsMatched' }>>(read, NAME, id)
    .flatMap(({ data }) => data.matches)
    .filter((match) => match.id === id);

/** The match itself, or the same one made again after it was undone. */
export function findMatchInForce(match: TransactionMatch, undoing: Undoing): TransactionMatch {
  const counts = ({ entry_id }: TransactionMatch): boolean => getEntryFacts(undoing, entry_id).status === 'posted';
  if (counts(match)) return match;
  const describe = ({ amount, items, lines, entry_id }: TransactionMatch): string =>
    JSON.stringify([amount, items, lines, describeEntry(getEntryFacts(undoing, entry_id))]);
  const own = describe(match);
  return listMatches(match.id, undoing).find((other) => counts(other) && describe(other) === own) ?? match;
}

function findOriginal({ id, entry_id }: Unmatching, undoing: Undoing): TransactionMatch {
  const found = listMatches(id, undoing).find((match) => match.entry_id === entry_id);
  if (!found) throw new FactsNotRead(`The match of bank transaction ${id} by entry ${entry_id} was not read`);
  return found;
}

/** Blocks if the transaction was booked otherwise, ignored or trashed since. */
function findBlocker({ id, amount }: TransactionMatch, { facts }: Undoing): Blocked | null {
  const known = facts.bankTransactions.get(id);
  if (!known) return blockUndo('undo_record_trashed', NAME, id);
  if (known.status === 'ignored') return blockUndo('transaction_already_ignored', NAME, id);
  const open = subtract(known.amount, known.matched_amount);
  const fits = isNegative(open) === isNegative(amount) && compare(absolute(amount), absolute(open)) <= 0;
  return known.status === 'pending' && fits ? null : blockUndo('transaction_already_matched', NAME, id);
}

export function getBankTransaction({ facts }: Undoing, id: number): KnownTransaction {
  const transaction = facts.bankTransactions.get(id);
  if (!transaction) throw new FactsNotRead(`Bank transaction ${id} was not read`);
  return transaction;
}
