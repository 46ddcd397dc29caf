import { findItemCombination } from '../../lettering/combinations.ts';
import { compareByDueDate, sumOpen } from '../../lettering/open-line.ts';
import { absolute, compare, negate } from '../../money.ts';
import { buildAmountReason } from './by-reference.ts';
import { hasReference } from './clues.ts';
import { suggestDifferences } from './differences.ts';
import { filterStillOpen, type PartyItems } from './knowledge.ts';
import type { OpenItem, Reason, Suggestion } from './movement.ts';
import { toFullItems, isSameDirection, buildPartyReasons, buildSuggestion, type Seen } from './examined-transaction.ts';

/** Suggestions by counterparty: open items of a third party identified by account, or else by name. */
export function suggestByParty(seen: Seen): readonly Suggestion[] {
  const by = seen.ofIban.length > 0 ? 'iban' : 'name';
  const ids = by === 'iban' ? seen.ofIban : seen.ofName;
  return ids.flatMap((id) => {
    const known = seen.knowledge.ofParty.get(id);
    return known ? suggestForParty(seen, known, by, ids.length === 1) : [];
  });
}

function suggestForParty(seen: Seen, known: PartyItems, by: 'iban' | 'name', isOnly: boolean): readonly Suggestion[] {
  const { rest, currency, knowledge, clues } = seen;
  const items = filterStillOpen(known.items, knowledge.taken, currency);
  const [first] = items;
  if (!first) return [];
  const reasons = buildPartyReasons(seen, first, by);
  const limitScore = (iban: number, name: number): number => Math.min(by === 'iban' ? iban : name, isOnly ? 1 : 0.65);
  const found: Suggestion[] = [];
  const equal = items.filter(({ open }) => compare(open, rest) === 0);
  // A movement that names a reference not among these pays something else, perhaps an invoice not yet received.
  const isSure = equal.length === 1 && known.isComplete && !hasReference(clues);
  for (const item of equal.slice(0, 3)) {
    const score = isSure ? limitScore(0.95, 0.8) : equal.length === 1 ? limitScore(0.85, 0.7) : limitScore(0.7, 0.6);
    const more: readonly Reason[] =
      equal.length > 1 ? [{ code: 'suggested_among', params: { count: equal.length } }] : [];
    found.push(buildSuggestion(by, score, [...reasons, buildAmountReason([item]), ...more], toFullItems([item])));
  }
  if (items.length > 1 && known.isComplete && compare(sumOpen(items), rest) === 0)
    found.push(
      buildSuggestion(
        by,
        limitScore(0.9, 0.75),
        [...reasons, { code: 'suggested_all_open', params: { count: items.length } }],
        toFullItems(items),
      ),
    );
  if (equal.length === 0) {
    const combination = findCombination(items, rest);
    if (combination)
      found.push(
        buildSuggestion(
          by,
          limitScore(0.8, 0.65),
          [...reasons, buildAmountReason(combination)],
          toFullItems(combination),
        ),
      );
  }
  if (found.length > 0) return found;
  const due = items.filter((item) => isSameDirection(item, rest));
  const near = due.flatMap((item) => suggestDifferences(seen, item, by, reasons, limitScore(0.75, 0.65))).slice(0, 2);
  const [earliest] = due;
  if (near.length > 0 || !earliest || compare(absolute(rest), absolute(earliest.open)) > 0) return near;
  const part = { line: earliest, amount: rest, reopen: false };
  return [
    buildSuggestion(
      by,
      limitScore(0.5, 0.4),
      [...reasons, { code: 'suggested_in_part', params: { open: absolute(earliest.open) } }],
      [part],
    ),
  ];
}

/** Finds a few items that add up to the amount, credit notes included; bounded like the lettering search. */
function findCombination(items: readonly OpenItem[], rest: string): readonly OpenItem[] | null {
  const inOrder = items.toSorted(compareByDueDate);
  return findItemCombination(inOrder, ({ open }) => open, negate(rest));
}
