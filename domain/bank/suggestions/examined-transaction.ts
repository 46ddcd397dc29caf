import { isNegative, type SignedAmount } from '../../money.ts';
import type { Clues } from './clues.ts';
import type { KnownParties } from './known-parties.ts';
import type { Knowledge } from './knowledge.ts';
import type { Movement, OpenItem, Reason, SuggestedItem, Suggestion, SuggestionKind } from './movement.ts';

/** A transaction while it is looked at. */
export interface Seen {
  readonly movement: Movement;
  /** What is to be booked of it. */
  readonly rest: SignedAmount;
  readonly clues: Clues;
  readonly parties: KnownParties;
  readonly knowledge: Knowledge;
  /** Third parties that have the account, or the name. */
  readonly ofIban: readonly number[];
  readonly ofName: readonly number[];
}

export function subjectOf(
  movement: Movement,
  rest: SignedAmount,
  clues: Clues,
  parties: KnownParties,
  knowledge: Knowledge,
): Seen {
  const { counterpart_iban: iban, counterpart_name: name } = movement;
  return {
    ...{ movement, rest, clues, parties, knowledge },
    ofIban: iban === null ? [] : parties.ofIban(iban),
    ofName: name === null ? [] : parties.ofName(name),
  };
}

/** Money that came in pays what is owed to us, and the other way round. */
export const isOfDirection = ({ open }: Pick<OpenItem, 'open'>, rest: SignedAmount): boolean =>
  isNegative(open) === isNegative(rest);

export const inFull = (items: readonly OpenItem[]): readonly SuggestedItem[] =>
  items.map((line) => ({ line, amount: line.open, reopen: false }));

export const suggestion = (
  kind: SuggestionKind,
  score: number,
  reasons: readonly Reason[],
  items: readonly SuggestedItem[],
  more: Partial<Pick<Suggestion, 'lines' | 'write_off' | 'rule_id'>> = {},
): Suggestion => ({ kind, score, reasons, items, lines: [], write_off: false, ...more });

/** How sure it is that the third party of an item is the one of the transaction. */
export type Confirmation = 'iban' | 'name' | 'none' | 'contradicted';

export function confirmationOf({ ofIban, ofName }: Seen, { third_party_id: id }: OpenItem): Confirmation {
  if (id !== null && ofIban.includes(id)) return 'iban';
  if (id !== null && ofName.includes(id)) return 'name';
  return ofIban.length > 0 ? 'contradicted' : 'none';
}

export function partyReason(
  { parties, movement }: Seen,
  { third_party_id: id }: OpenItem,
  by: Confirmation,
): readonly Reason[] {
  if (id === null || by === 'none' || by === 'contradicted') return [];
  if (by === 'iban')
    return [{ code: 'suggested_by_iban', params: { iban: movement.counterpart_iban ?? '', name: parties.nameOf(id) } }];
  return [{ code: 'suggested_by_name', params: { name: parties.nameOf(id) } }];
}
