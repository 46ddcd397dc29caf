import { add, negate, ZERO, type SignedAmount } from '../money.ts';
import { mapByBox, listChangedBoxes, computeReturn, listFilledBoxes, resolveBoxParts } from './computation.ts';
import type { BoxAmount } from './declaration-events.ts';
import type { DeclarationFacts } from './declaration-facts.ts';
import type { ReturnForm } from './form.ts';

/** Filed amount compared with the amount that would be filed now. */
export interface BoxDifference<Entry> {
  readonly box: string;
  readonly filed: SignedAmount;
  readonly now: SignedAmount;
  readonly entries: readonly (Entry & { readonly amount: SignedAmount })[];
}

/** Amount of one entry in one of the boxes filled by entries. */
export interface EntryInBox<Entry> {
  readonly entry: Entry;
  readonly box: string;
  readonly amount: SignedAmount;
}

type Filed = Pick<DeclarationFacts, 'boxes' | 'manual' | 'requests'>;

/** What the return would be computed from now. */
export type CurrentBooks = Pick<DeclarationFacts, 'books' | 'carried'>;

export function listFilingDifferences<Entry extends { readonly id: number }>(
  form: ReturnForm,
  filed: Filed,
  current: CurrentBooks,
  later: readonly EntryInBox<Entry>[],
): readonly BoxDifference<Entry>[] {
  const now = listFilledBoxes(computeReturn(form, { ...filed, ...current }).boxes);
  return listChangedBoxes(form, filed.boxes, now).map(({ box, before, after }) => ({
    box,
    filed: before,
    now: after,
    entries: collectEntries(resolveBoxParts(form, box), later),
  }));
}

function collectEntries<Entry extends { readonly id: number }>(
  parts: ReadonlyMap<string, 1 | -1>,
  later: readonly EntryInBox<Entry>[],
): BoxDifference<Entry>['entries'] {
  const found = new Map<number, Entry & { amount: SignedAmount }>();
  for (const { entry, box, amount } of later) {
    const sign = parts.get(box);
    if (sign === undefined) continue;
    const known = found.get(entry.id) ?? { ...entry, amount: ZERO };
    found.set(entry.id, { ...known, amount: add(known.amount, sign === 1 ? amount : negate(amount)) });
  }
  return [...found.values()];
}

/** Adds the amounts posted too late to the books. */
export function withLateAmounts(books: readonly BoxAmount[], late: readonly BoxAmount[]): readonly BoxAmount[] {
  const all = mapByBox(books);
  for (const { box, amount } of late) all.set(box, add(all.get(box) ?? ZERO, amount));
  return [...all].map(([box, amount]) => ({ box, amount }));
}
