import { byDueDate, openTotal } from '../../lettering/open-line.ts';
import { absolute, compare, isZero, negate, subtract } from '../../money.ts';
import { differences } from './differences.ts';
import { keysOf, namingOf, type Naming } from './clues.ts';
import { stillOpen } from './knowledge.ts';
import type { OpenItem, Reason, Suggestion, SuggestionKind } from './movement.ts';
import {
  confirmationOf,
  inFull,
  isOfDirection,
  partyReason,
  suggestion,
  type Confirmation,
  type Seen,
} from './examined-transaction.ts';

/** By what the transaction names: a structured communication, or references however they are written. */

interface NamedItem {
  readonly item: OpenItem;
  readonly naming: Naming;
  readonly by: Confirmation;
}

const STRENGTH: Readonly<Record<Naming, number>> = { communication: 2, reference: 1, digits: 0 };

export function byReference(seen: Seen): readonly Suggestion[] {
  const named = namedItems(seen);
  if (named.length === 0) return [];
  const strongest = Math.max(...named.map(({ naming }) => STRENGTH[naming]));
  const meant = ofOneParty(named.filter(({ naming }) => STRENGTH[naming] === strongest));
  return meant.length === 1 ? forGroup(seen, meant[0]!, true) : meant.flatMap((group) => forGroup(seen, group, false));
}

function namedItems(seen: Seen): readonly NamedItem[] {
  const { clues, knowledge } = seen;
  const items = new Map<number, OpenItem>();
  for (const key of keysOf(clues))
    for (const item of stillOpen(knowledge.named.get(key), knowledge.taken)) items.set(item.line_id, item);
  for (const id of [...seen.ofIban, ...seen.ofName])
    for (const item of stillOpen(knowledge.ofParty.get(id)?.items, knowledge.taken)) items.set(item.line_id, item);
  return [...items.values()].flatMap((item): readonly NamedItem[] => {
    const naming = namingOf(clues, item);
    return naming === null ? [] : [{ item, naming, by: confirmationOf(seen, item) }];
  });
}

/** Two suppliers may both have an invoice 2026/001: those of the one who is known from the account or name come first, else alone by party. */
function ofOneParty(named: readonly NamedItem[]): readonly (readonly NamedItem[])[] {
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

function forGroup(seen: Seen, group: readonly NamedItem[], isOnly: boolean): readonly Suggestion[] {
  const { rest } = seen;
  const { naming, by, item: first } = group[0]!;
  const items = group.map(({ item }) => item).toSorted(byDueDate);
  const kind = KINDS[naming];
  const reasons: readonly Reason[] = [...namingReasons(naming, items), ...partyReason(seen, first, by)];
  const isConfirmed = by === 'iban' || by === 'name';
  const score = (exact: number): number => (isOnly ? exact : Math.min(exact, 0.7));
  if (compare(openTotal(items), rest) === 0) {
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
    return [suggestion(kind, score(sure), [...reasons, amountReason(items)], inFull(items))];
  }
  const equal = items.filter(({ open }) => compare(open, rest) === 0);
  if (equal.length > 0)
    return equal.map((item) =>
      suggestion(
        kind,
        score(equal.length === 1 && isConfirmed ? 0.9 : 0.75),
        [...reasons, amountReason([item])],
        inFull([item]),
      ),
    );
  const due = items.filter((item) => isOfDirection(item, rest));
  if (due.length === 0) return [];
  const near =
    due.length === 1 && items.length === 1
      ? differences(seen, due[0]!, kind, reasons, score(naming === 'digits' ? 0.75 : 0.9))
      : [];
  return [
    ...near,
    ...inPart(
      seen,
      due,
      { kind, reasons, naming, isConfirmed, isAlone: items.length === 1 && near.length === 0 },
      score,
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

/** Less than what is open: one invoice in several payments. More: what is named is paid, and the rest stays to be booked. */
function inPart(
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
    return [suggestion(kind, score(0.6), [...reasons, { code: 'suggested_more_than_open', params: { left } }], paid)];
  const isSure = isAlone && (naming === 'communication' || (naming === 'reference' && isConfirmed));
  const open = absolute(openTotal(due));
  const exact = isSure ? (naming === 'communication' ? 0.96 : 0.95) : 0.7;
  return [suggestion(kind, score(exact), [...reasons, { code: 'suggested_in_part', params: { open } }], paid)];
}

function namingReasons(naming: Naming, items: readonly OpenItem[]): readonly Reason[] {
  const references = items.flatMap(({ references: own, labels }) => own[0] ?? labels[0] ?? []).slice(0, 5);
  const params = { references: references.join(', '), count: items.length };
  return [{ code: naming === 'communication' ? 'suggested_by_communication' : 'suggested_by_reference', params }];
}

export function amountReason(items: readonly OpenItem[]): Reason {
  const [first] = items;
  if (items.length === 1) return { code: 'suggested_by_amount', params: { amount: absolute(first!.open) } };
  const code = items.some(({ open }) => open.startsWith('-') !== first!.open.startsWith('-'))
    ? 'suggested_by_net'
    : 'suggested_by_sum';
  return { code, params: { count: items.length, amount: absolute(openTotal(items)) } };
}
