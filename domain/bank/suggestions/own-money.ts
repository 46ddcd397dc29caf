import { accounts } from '../../accounts/account.ts';
import { journals } from '../../journals/journal.ts';
import { isPostable } from '../../ledger/named-account.ts';
import { absolute, compare, isNegative } from '../../money.ts';
import { idByKey, recordsOf } from '../../records/state.ts';
import { amountReason } from './by-reference.ts';
import { lineOn } from './differences.ts';
import { stillOpen, type KnownOrder } from './knowledge.ts';
import type { Suggestion } from './movement.ts';
import { inFull, suggestion, type Seen } from './examined-transaction.ts';

/** Money of our own: files of orders that the bank has carried out or sent back, and transfers from one account to another. */
export function ofOwnMoney(seen: Seen): readonly Suggestion[] {
  const { movement, knowledge } = seen;
  const order = movement.end_to_end_id === null ? undefined : knowledge.orders.get(movement.end_to_end_id);
  const returned = returnedOrder(seen, order);
  if (returned.length > 0) return returned;
  const files = bookedFile(seen, order);
  return [...files, ...(files.length > 0 ? [] : ownTransfer(seen))];
}

/** What we paid came back, or what we collected was taken back: what the order had settled is open again. */
function returnedOrder({ movement, rest }: Seen, order: KnownOrder | undefined): readonly Suggestion[] {
  const settling = order?.settling;
  if (!order || !settling) return [];
  const isOpposite = isNegative(rest) === (order.type === 'direct_debit');
  if (!isOpposite || compare(absolute(rest), order.amount) !== 0) return [];
  // Money that comes back along the way of the order is a return, whatever the bank calls it.
  const score = movement.return_reason === null ? 0.85 : 0.98;
  const params = { file: order.message_id, reason: movement.return_reason ?? 'none' };
  const item = { line: settling, amount: rest, reopen: true };
  return [suggestion('sepa_return', score, [{ code: 'suggested_sepa_return', params }], [item])];
}

/** The file was booked on the transit account: the bank's amount takes it off there. */
function bookedFile({ rest, movement, knowledge }: Seen, order: KnownOrder | undefined): readonly Suggestion[] {
  const waiting = stillOpen(knowledge.inTransit.get(rest), knowledge.taken).filter(
    ({ origin }) => origin === 'sepa_file',
  );
  const text = `${movement.communication ?? ''} ${movement.end_to_end_id ?? ''}`;
  const named = waiting.filter(({ references }) =>
    references.some((file) => text.includes(file) || order?.message_id === file),
  );
  const [best] = named.length > 0 ? named : waiting;
  if (!best) return [];
  const entries = new Set(waiting.map(({ entry_id }) => entry_id)).size;
  // Equal amounts of one file stand for one another: they wait on one account and for nobody.
  const score = named.length > 0 ? 0.99 : movement.counterpart_iban === null && entries === 1 ? 0.95 : 0.7;
  const params = { file: best.references[0] ?? '' };
  return [
    suggestion('sepa_file', score, [{ code: 'suggested_sepa_file', params }, amountReason([best])], inFull([best])),
  ];
}

/** From one of our accounts to another: the one half waits on the transit account for the other. */
function ownTransfer({ movement, rest, knowledge }: Seen): readonly Suggestion[] {
  const { file, inTransit, taken } = knowledge;
  const iban = movement.counterpart_iban?.replace(/\s/g, '').toUpperCase();
  const own = [...recordsOf(file.records, journals).byId.entries()].find(
    ([id, { data, isTrashed }]) =>
      !isTrashed && id !== movement.journal_id && data.type === 'bank' && data.iban?.replace(/\s/g, '') === iban,
  );
  if (iban === undefined || !own) return [];
  const reason = { code: 'suggested_own_transfer', params: { journal: own[1].data.code, iban } };
  const waiting = stillOpen(inTransit.get(rest), taken).filter(({ origin }) => origin === 'bank_transaction');
  const [half] = waiting;
  if (half) {
    const score = waiting.length === 1 ? 0.97 : 0.95;
    return [suggestion('own_transfer', score, [reason, amountReason([half])], inFull([half]))];
  }
  const transit = transitAccount(file);
  return transit === null
    ? []
    : [suggestion('own_transfer', 0.96, [reason], [], { lines: [lineOn(transit, rest, file)] })];
}

/** The account that is between two others, by the settings. */
export function transitAccount(file: Seen['knowledge']['file']): number | null {
  const number = file.identity?.settings['auto_entries.transfers.transit_account'];
  const id = typeof number === 'string' ? (idByKey(file.records, accounts, 'number', number) ?? null) : null;
  return isPostable(file, id) ? id : null;
}
