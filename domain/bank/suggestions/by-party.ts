import { combinationOf } from '../../lettering/combinations.ts';
import { byDueDate, openTotal } from '../../lettering/open-line.ts';
import { absolute, compare, negate } from '../../money.ts';
import { amountReason } from './by-reference.ts';
import { isTelling } from './clues.ts';
import { differences } from './differences.ts';
import { stillOpen, type PartyItems } from './knowledge.ts';
import type { OpenItem, Reason, Suggestion } from './movement.ts';
import { inFull, isOfDirection, partyReason, suggestion, type Seen } from './examined-transaction.ts';

/** By who it is from or for: what is open of one who is known by the account, or else by the name. */
export function byParty(seen: Seen): readonly Suggestion[] {
  const by = seen.ofIban.length > 0 ? 'iban' : 'name';
  const ids = by === 'iban' ? seen.ofIban : seen.ofName;
  return ids.flatMap((id) => {
    const known = seen.knowledge.ofParty.get(id);
    return known ? ofParty(seen, known, by, ids.length === 1) : [];
  });
}

function ofParty(seen: Seen, known: PartyItems, by: 'iban' | 'name', isOnly: boolean): readonly Suggestion[] {
  const { rest, knowledge, clues } = seen;
  const items = stillOpen(known.items, knowledge.taken);
  const [first] = items;
  if (!first) return [];
  const reasons = partyReason(seen, first, by);
  const scaled = (iban: number, name: number): number => Math.min(by === 'iban' ? iban : name, isOnly ? 1 : 0.65);
  const found: Suggestion[] = [];
  const equal = items.filter(({ open }) => compare(open, rest) === 0);
  // One that names what is not among these pays something else: perhaps an invoice that has not come yet.
  const isSure = equal.length === 1 && known.isComplete && !isTelling(clues);
  for (const item of equal.slice(0, 3)) {
    const score = isSure ? scaled(0.95, 0.8) : equal.length === 1 ? scaled(0.85, 0.7) : scaled(0.7, 0.6);
    const more: readonly Reason[] =
      equal.length > 1 ? [{ code: 'suggested_among', params: { count: equal.length } }] : [];
    found.push(suggestion(by, score, [...reasons, amountReason([item]), ...more], inFull([item])));
  }
  if (items.length > 1 && known.isComplete && compare(openTotal(items), rest) === 0)
    found.push(
      suggestion(
        by,
        scaled(0.9, 0.75),
        [...reasons, { code: 'suggested_all_open', params: { count: items.length } }],
        inFull(items),
      ),
    );
  if (equal.length === 0) {
    const combination = combined(items, rest);
    if (combination)
      found.push(suggestion(by, scaled(0.8, 0.65), [...reasons, amountReason(combination)], inFull(combination)));
  }
  if (found.length > 0) return found;
  const due = items.filter((item) => isOfDirection(item, rest));
  const near = due.flatMap((item) => differences(seen, item, by, reasons, scaled(0.75, 0.65))).slice(0, 2);
  const [earliest] = due;
  if (near.length > 0 || !earliest || compare(absolute(rest), absolute(earliest.open)) > 0) return near;
  const part = { line: earliest, amount: rest, reopen: false };
  return [
    suggestion(
      by,
      scaled(0.5, 0.4),
      [...reasons, { code: 'suggested_in_part', params: { open: absolute(earliest.open) } }],
      [part],
    ),
  ];
}

/** A few items that make the amount, credit notes among them: bounded, as lettering searches. */
function combined(items: readonly OpenItem[], rest: string): readonly OpenItem[] | null {
  const inOrder = items.toSorted(byDueDate);
  return combinationOf(inOrder, ({ open }) => open, negate(rest));
}
