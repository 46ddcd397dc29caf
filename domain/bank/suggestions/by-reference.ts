import { compareByDueDate, sumOpen } from '../../lettering/open-line.ts';
import { absolute, compare, isZero, negate, subtract } from '../../money.ts';
import { suggestDifferences } from './differences.ts';
import { suggestEarlyPayments } from './early-payment.ts';
import { listLookupKeys, findNaming, type Naming } from './clues.ts';
import { filterStillOpen } from './knowledge.ts';
import type { OpenItem, Reason, Suggestion, SuggestionKind } from './movement.ts';
import {
  getConfirmation,
  toFullItems,
  isSameDirection,
  buildPartyReasons,
  buildSuggestion,
  type Confirmation,
  type Seen,
} from './examined-transaction.ts';

/** Suggestions by reference: a structured communication, or references in any notation. */

interface NamedItem {
  readonly item: OpenItem;
  readonly naming: Naming;
  readonly by: Confirmation;
}

const STRENGTH: Readonly<Record<Naming, number>> = { communication: 2, reference: 1, digits: 0 };

export function suggestByReference(seen: Seen): readonly Suggestion[] {
  const named = findNamedItems(seen);
  if (named.length === 0) return [];
  const strongest = Math.max(...named.map(({ naming }) => STRENGTH[naming]));
  const meant = groupByParty(named.filter(({ naming }) => STRENGTH[naming] === strongest));
  return meant.length === 1
    ? suggestForGroup(seen, meant[0]!, true)
    : meant.flatMap((group) => suggestForGroup(seen, group, false));
}

function findNamedItems(seen: Seen): readonly NamedItem[] {
  const { clues, currency, knowledge } = seen;
  const items = new Map<number, OpenItem>();
  for (const key of listLookupKeys(clues))
    for (const item of filterStillOpen(knowledge.named.get(key), knowledge.taken, currency))
      items.set(item.line_id, item);
  for (const id of [...seen.ofIban, ...seen.ofName])
    for (const item of filterStillOpen(knowledge.ofParty.get(id)?.items, knowledge.taken, currency))
      items.set(item.line_id, item);
  return [...items.values()].flatMap((item): readonly NamedItem[] => {
    const naming = findNaming(clues, item);
    return naming === null ? [] : [{ item, naming, by: getConfirmation(seen, item) }];
  });
}

/**
 * Two suppliers may both have an invoice 2026/001: items of a party confirmed by account or name take precedence; else
 * grouped by party.
 */
function groupByParty(named: readonly NamedItem[]): readonly (readonly NamedItem[])[] {
  const confirmed = named.filter(({ by }) => by === 'iban' || by === 'name');
  const groups = new Map<number | null, NamedItem[]>();
  for (const one of confirmed.length > 0 ? confirmed : named) {
    const { third_party_id: id } = one.item;
    const group = groups.get(id);
    if (group) group.push(one);
    else groups.set(id, [one]);
  }
  return [...groups.values()];
}

const KINDS: Readonly<Record<Naming, SuggestionKind>> = {
  communication: 'structured_communication',
  reference: 'reference',
  digits: 'reference',
};

function suggestForGroup(seen: Seen, group: readonly NamedItem[], isOnly: boolean): readonly Suggestion[] {
  const { rest } = seen;
  const { naming, by, item: first } = group[0]!;
  const items = group.map(({ item }) => item).toSorted(compareByDueDate);
  const kind = KINDS[naming];
  const reasons: readonly Reason[] = [...buildNamingReasons(naming, items), ...buildPartyReasons(seen, first, by)];
  const isConfirmed = by === 'iban' || by === 'name';
  const limitScore = (exact: number): number => (isOnly ? exact : Math.min(exact, 0.7));
  if (compare(sumOpen(items), rest) === 0) {
    const sure =
      naming === 'communication'
        ? 1
        : naming === 'reference'
          ? by === 'contradicted'
            ? 0.85
            : 0.98
          : isConfirmed
            ? 0.96
            : 0.9;
    return [buildSuggestion(kind, limitScore(sure), [...reasons, buildAmountReason(items)], toFullItems(items))];
  }
  const equal = items.filter(({ open }) => compare(open, rest) === 0);
  if (equal.length > 0)
    return equal.map((item) =>
      buildSuggestion(
        kind,
        limitScore(equal.length === 1 && isConfirmed ? 0.9 : 0.75),
        [...reasons, buildAmountReason([item])],
        toFullItems([item]),
      ),
    );
  const due = items.filter((item) => isSameDirection(item, rest));
  if (due.length === 0) return [];
  const nearScore = limitScore(naming === 'digits' ? 0.75 : 0.9);
  const near =
    due.length < items.length
      ? []
      : due.length === 1
        ? suggestDifferences(seen, due[0]!, kind, reasons, nearScore)
        : suggestEarlyPayments(seen, due, kind, reasons, nearScore);
  return [
    ...near,
    ...suggestPartial(
      seen,
      due,
      { kind, reasons, naming, isConfirmed, isAlone: items.length === 1 && near.length === 0 },
      limitScore,
    ),
  ];
}

interface How {
  readonly kind: SuggestionKind;
  readonly reasons: readonly Reason[];
  readonly naming: Naming;
  readonly isConfirmed: boolean;
  readonly isAlone: boolean;
}

/**
 * Less than the open amount: one invoice in several payments. More: the named items are paid, and the rest remains to be
 * booked.
 */
function suggestPartial(
  { rest }: Seen,
  due: readonly OpenItem[],
  how: How,
  score: (exact: number) => number,
): readonly Suggestion[] {
  const { kind, reasons, naming, isConfirmed, isAlone } = how;
  let left = absolute(rest);
  const paid = due.flatMap((line) => {
    const size = compare(absolute(line.open), left) <= 0 ? absolute(line.open) : left;
    left = subtract(left, size);
    if (isZero(size)) return [];
    return [{ line, amount: line.open.startsWith('-') ? negate(size) : size, reopen: false }];
  });
  if (!isZero(left))
    return [
      buildSuggestion(kind, score(0.6), [...reasons, { code: 'suggested_more_than_open', params: { left } }], paid),
    ];
  const isSure = isAlone && (naming === 'communication' || (naming === 'reference' && isConfirmed));
  const open = absolute(sumOpen(due));
  const exact = isSure ? (naming === 'communication' ? 0.96 : 0.95) : 0.7;
  return [buildSuggestion(kind, score(exact), [...reasons, { code: 'suggested_in_part', params: { open } }], paid)];
}

function buildNamingReasons(naming: Naming, items: readonly OpenItem[]): readonly Reason[] {
  const references = items.flatMap(({ references: own, labels }) => own[0] ?? labels[0] ?? []).slice(0, 5);
  const params = { references: references.join(', '), count: items.length };
  return [{ code: naming === 'communication' ? 'suggested_by_communication' : 'suggested_by_reference', params }];
}

export function buildAmountReason(items: readonly OpenItem[]): Reason {
  const [first] = items;
  if (items.length === 1) return { code: 'suggested_by_amount', params: { amount: absolute(first!.open) } };
  const code = items.some(({ open }) => open.startsWith('-') !== first!.open.startsWith('-'))
    ? 'suggested_by_net'
    : 'suggested_by_sum';
  return { code, params: { count: items.length, amount: absolute(sumOpen(items)) } };
}
