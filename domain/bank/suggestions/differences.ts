import { differenceAccount, largestDifference } from '../../lettering/difference.ts';
import { accounts } from '../../accounts/account.ts';
import { absolute, compare, isNegative, isZero, percent, subtract, type SignedAmount } from '../../money.ts';
import { living } from '../../records/state.ts';
import type { OpenItem, Reason, Suggestion, SuggestionKind } from './movement.ts';
import { inFull, isOfDirection, suggestion, type Seen } from './examined-transaction.ts';

/** What is paid less a little: a difference that the settings write off, what the bank has kept, or a discount for prompt payment. */

/** The discounts that people give are small. */
const LARGEST_DISCOUNT = '5.00';

export function differences(
  { rest, movement, knowledge: { file } }: Seen,
  item: OpenItem,
  kind: SuggestionKind,
  reasons: readonly Reason[],
  score: number,
): readonly Suggestion[] {
  // Debit: too little was received, or too much was paid.
  const difference = subtract(item.open, rest);
  if (isZero(difference) || !isOfDirection(item, rest)) return [];
  const size = absolute(difference);
  const params = { difference: size };
  const { id } = differenceAccount(difference, file);
  if (id === null) return [];
  if (compare(size, largestDifference(file)) <= 0)
    return [
      suggestion(kind, score, [...reasons, { code: 'suggested_write_off', params }], inFull([item]), {
        write_off: true,
      }),
    ];
  const isLess = compare(absolute(rest), absolute(item.open)) < 0;
  if (!isLess) return [];
  const isFee = movement.charges !== null && compare(absolute(movement.charges), size) === 0;
  if (!isFee && compare(size, percent(absolute(item.open), LARGEST_DISCOUNT)) > 0) return [];
  const code = isFee ? 'suggested_less_fee' : 'suggested_less_discount';
  return [
    suggestion(kind, isFee ? score : Math.min(score, 0.72), [...reasons, { code, params }], inFull([item]), {
      lines: [lineOn(id, opposite(difference), file)],
    }),
  ];
}

/** What is missing is the opposite of what the transaction brings. */
const opposite = (difference: SignedAmount): SignedAmount =>
  isNegative(difference) ? absolute(difference) : `-${difference}`;

export const lineOn = (
  account_id: number,
  amount: SignedAmount,
  file: Seen['knowledge']['file'],
  more: object = {},
) => ({
  account: living(file.records, accounts, account_id)?.data.number ?? null,
  account_id,
  amount,
  third_party_id: null,
  vat_code: null,
  vat_code_id: null,
  label: null,
  ...more,
});
