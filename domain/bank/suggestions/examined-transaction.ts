import { accounts } from '../../accounts/account.ts';
import { isNegative, type SignedAmount } from '../../money.ts';
import { findLiveRecord } from '../../records/state.ts';
import type { Clues } from './clues.ts';
import type { KnownParties } from './known-parties.ts';
import type { Knowledge } from './knowledge.ts';
import type { Movement, OpenItem, Reason, SuggestedItem, Suggestion, SuggestionKind } from './movement.ts';

/** A transaction under examination. */
export interface Seen {
  readonly movement: Movement;
  /** Amount that remains to be booked. */
  readonly rest: SignedAmount;
  /** Null: the currency of the company file. */
  readonly currency: string | null;
  readonly clues: Clues;
  readonly parties: KnownParties;
  readonly knowledge: Knowledge;
  /** Third parties with the same account, or the same name. */
  readonly ofIban: readonly number[];
  readonly ofName: readonly number[];
}

export function createSeen(
  movement: Movement,
  rest: SignedAmount,
  clues: Clues,
  parties: KnownParties,
  knowledge: Knowledge,
): Seen {
  const { counterpart_iban: iban, counterpart_name: name, currency = null } = movement;
  return {
    movement,
    rest,
    currency: currency === knowledge.file.identity.currency ? null : currency,
    clues,
    parties,
    knowledge,
    ofIban: iban === null ? [] : parties.findByIban(iban),
    ofName: name === null ? [] : parties.findByName(name),
  };
}

/** Incoming money pays receivables, outgoing money pays payables. */
export const isSameDirection = ({ open }: Pick<OpenItem, 'open'>, rest: SignedAmount): boolean =>
  isNegative(open) === isNegative(rest);

export const toFullItems = (items: readonly OpenItem[]): readonly SuggestedItem[] =>
  items.map((line) => ({ line, amount: line.open, reopen: false }));

export const buildSuggestion = (
  kind: SuggestionKind,
  score: number,
  reasons: readonly Reason[],
  items: readonly SuggestedItem[],
  more: Partial<Pick<Suggestion, 'lines' | 'write_off' | 'rule_id'>> = {},
): Suggestion => ({ kind, score, reasons, items, lines: [], write_off: false, ...more });

/** How certain it is that the third party of an item is that of the transaction. */
export type Confirmation = 'iban' | 'name' | 'none' | 'contradicted';

export function getConfirmation({ ofIban, ofName }: Seen, { third_party_id: id }: OpenItem): Confirmation {
  if (id !== null && ofIban.includes(id)) return 'iban';
  if (id !== null && ofName.includes(id)) return 'name';
  return ofIban.length > 0 ? 'contradicted' : 'none';
}

export function buildPartyReasons(
  { parties, movement }: Seen,
  { third_party_id: id }: OpenItem,
  by: Confirmation,
): readonly Reason[] {
  if (id === null || by === 'none' || by === 'contradicted') return [];
  if (by === 'iban')
    return [
      { code: 'suggested_by_iban', params: { iban: movement.counterpart_iban ?? '', name: parties.getName(id) } },
    ];
  return [{ code: 'suggested_by_name', params: { name: parties.getName(id) } }];
}

export const buildLineOn = (
  account_id: number,
  amount: SignedAmount,
  file: Seen['knowledge']['file'],
  more: object = {},
) => ({
  account: findLiveRecord(file.records, accounts, account_id)?.data.number ?? null,
  account_id,
  amount,
  third_party_id: null,
  vat_code: null,
  vat_code_id: null,
  label: null,
  ...more,
});
