import { findChargesAccount } from '../../lettering/difference.ts';
import { absolute, add, compare, isNegative, negate } from '../../money.ts';
import { parseOriginalAmount } from '../exchange.ts';
import { findNaming, listLookupKeys } from './clues.ts';
import { filterStillOpen } from './knowledge.ts';
import type { OpenItem, Reason, Suggestion } from './movement.ts';
import { buildLineOn, buildSuggestion, isSameDirection, type Seen } from './examined-transaction.ts';

/** Payments that the bank converted: items in another currency, named or of the amount that the statement states. */

const MOST = 3;

export function suggestConverted(seen: Seen): readonly Suggestion[] {
  return listItemsInOtherCurrencies(seen)
    .flatMap((item) => suggestItem(seen, item))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST);
}

function listItemsInOtherCurrencies(seen: Seen): readonly OpenItem[] {
  const { clues, knowledge, rest, currency } = seen;
  const found = new Map<number, OpenItem>();
  const lists = [
    ...listLookupKeys(clues).map((key) => knowledge.named.get(key)),
    ...[...seen.ofIban, ...seen.ofName].map((id) => knowledge.ofParty.get(id)?.items),
  ];
  for (const items of lists)
    for (const item of items ?? []) {
      const own = item.currency ?? null;
      if (own === currency || !isSameDirection(item, rest)) continue;
      for (const open of filterStillOpen([item], knowledge.taken, own)) found.set(item.line_id, open);
    }
  return [...found.values()];
}

function suggestItem({ movement, rest, clues, knowledge }: Seen, item: OpenItem): readonly Suggestion[] {
  const { file } = knowledge;
  const own = item.currency ?? file.identity.currency;
  const stated = parseOriginalAmount(movement.original_amount ?? null);
  const isStated = stated?.currency === own && compare(stated.amount, absolute(item.open)) === 0;
  const naming = findNaming(clues, item);
  if (!isStated && naming === null) return [];
  const { charges } = movement;
  const account = charges === null ? null : findChargesAccount(file);
  const deducted = account === null || charges === null || !isPartOf(charges, rest) ? null : absolute(charges);
  const original = `${own} ${absolute(item.open)}`;
  const rate = movement.exchange_rate ?? 'none';
  const reasons: readonly Reason[] = [
    ...(naming === null
      ? []
      : [{ code: 'suggested_by_reference', params: { references: item.references[0] ?? '', count: 1 } }]),
    { code: isStated ? 'suggested_converted' : 'suggested_other_currency', params: { original, rate } },
    ...(deducted === null ? [] : [{ code: 'suggested_less_fee', params: { difference: deducted } }]),
  ];
  const paid = {
    line: item,
    amount: deducted === null ? rest : add(rest, deducted),
    ...(isStated && { currency_amount: item.open }),
    reopen: false,
  };
  const lines = deducted === null ? [] : [buildLineOn(account!, negate(deducted), file)];
  const score = isStated ? (naming === null ? 0.8 : 0.9) : 0.6;
  return [
    buildSuggestion(naming === 'communication' ? 'structured_communication' : 'reference', score, reasons, [paid], {
      lines,
    }),
  ];
}

/** Charges on an outgoing payment are part of it. */
const isPartOf = (charges: string, rest: string): boolean =>
  !isNegative(rest) || compare(absolute(charges), absolute(rest)) < 0;
