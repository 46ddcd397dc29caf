import { accounts } from '../../accounts/account.ts';
import { journals } from '../../journals/journal.ts';
import { isPostable } from '../../ledger/named-account.ts';
import { absolute, compare, isNegative } from '../../money.ts';
import { findIdByKey, getRecords } from '../../records/state.ts';
import { buildAmountReason } from './by-reference.ts';
import { filterStillOpen, type KnownOrder } from './knowledge.ts';
import type { Suggestion } from './movement.ts';
import { buildLineOn, toFullItems, buildSuggestion, type Seen } from './examined-transaction.ts';

/** Own money: payment files executed or returned by the bank, and transfers between own accounts. */
export function suggestOwnMoney(seen: Seen): readonly Suggestion[] {
  const { movement, knowledge } = seen;
  const order = movement.end_to_end_id === null ? undefined : knowledge.orders.get(movement.end_to_end_id);
  const returned = suggestReturnedOrder(seen, order);
  if (returned.length > 0) return returned;
  const files = suggestBookedFile(seen, order);
  return [...files, ...(files.length > 0 ? [] : suggestOwnTransfer(seen))];
}

/** A returned payment or collection: the items that the order had settled become open again. */
function suggestReturnedOrder({ movement, rest }: Seen, order: KnownOrder | undefined): readonly Suggestion[] {
  const settling = order?.settling;
  if (!order || !settling) return [];
  const isOpposite = isNegative(rest) === (order.type === 'direct_debit');
  if (!isOpposite || compare(absolute(rest), order.amount) !== 0) return [];
  // Money in the opposite direction of the order is a return, regardless of what the bank calls it.
  const score = movement.return_reason === null ? 0.85 : 0.98;
  const params = { file: order.message_id, reason: movement.return_reason ?? 'none' };
  const item = { line: settling, amount: rest, reopen: true };
  return [buildSuggestion('sepa_return', score, [{ code: 'suggested_sepa_return', params }], [item])];
}

/** The file was booked on the transit account: the bank transaction clears it there. */
function suggestBookedFile(
  { rest, currency, movement, knowledge }: Seen,
  order: KnownOrder | undefined,
): readonly Suggestion[] {
  const waiting = filterStillOpen(knowledge.inTransit.get(rest), knowledge.taken, currency).filter(
    ({ origin }) => origin === 'sepa_file',
  );
  const text = `${movement.communication ?? ''} ${movement.end_to_end_id ?? ''}`;
  const named = waiting.filter(({ references }) =>
    references.some((file) => text.includes(file) || order?.message_id === file),
  );
  const [best] = named.length > 0 ? named : waiting;
  if (!best) return [];
  const entries = new Set(waiting.map(({ entry_id }) => entry_id)).size;
  // Equal amounts of one file are interchangeable: they are on one account and without a third party.
  const score = named.length > 0 ? 0.99 : movement.counterpart_iban === null && entries === 1 ? 0.95 : 0.7;
  const params = { file: best.references[0] ?? '' };
  return [
    buildSuggestion(
      'sepa_file',
      score,
      [{ code: 'suggested_sepa_file', params }, buildAmountReason([best])],
      toFullItems([best]),
    ),
  ];
}

/** Transfer between own accounts: the first half is open on the transit account until the second arrives. */
function suggestOwnTransfer({ movement, rest, currency, knowledge }: Seen): readonly Suggestion[] {
  const { file, inTransit, taken } = knowledge;
  const iban = movement.counterpart_iban?.replace(/\s/g, '').toUpperCase();
  const own = [...getRecords(file.records, journals).byId.entries()].find(
    ([id, { data, isTrashed }]) =>
      !isTrashed && id !== movement.journal_id && data.type === 'bank' && data.iban?.replace(/\s/g, '') === iban,
  );
  if (iban === undefined || !own) return [];
  const reason = { code: 'suggested_own_transfer', params: { journal: own[1].data.code, iban } };
  const waiting = filterStillOpen(inTransit.get(rest), taken, currency).filter(
    ({ origin }) => origin === 'bank_transaction',
  );
  const [half] = waiting;
  if (half) {
    const score = waiting.length === 1 ? 0.97 : 0.95;
    return [buildSuggestion('own_transfer', score, [reason, buildAmountReason([half])], toFullItems([half]))];
  }
  const transit = findTransitAccount(file);
  return transit === null
    ? []
    : [buildSuggestion('own_transfer', 0.96, [reason], [], { lines: [buildLineOn(transit, rest, file)] })];
}

/** Transit account from the settings. */
export function findTransitAccount(file: Seen['knowledge']['file']): number | null {
  const number = file.identity.settings['auto_entries.transfers.transit_account'];
  const id = typeof number === 'string' ? (findIdByKey(file.records, accounts, 'number', number) ?? null) : null;
  return isPostable(file, id) ? id : null;
}
